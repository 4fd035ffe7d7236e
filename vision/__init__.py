"""The eye: a photo in, the cards on it out."""
