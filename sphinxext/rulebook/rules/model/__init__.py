"""A game as frozen values: its checks, its dice, its rolls."""
