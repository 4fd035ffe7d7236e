"""The shell: Flask, the database, time and the network around the rules."""
