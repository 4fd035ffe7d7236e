"""Dragon Breeds: summoners, their dragons, and breakpoints; the last one alive wins."""
