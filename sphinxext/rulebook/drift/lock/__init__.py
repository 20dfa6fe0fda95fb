"""Records published figures and notices when one moves."""

NAME = "odds.lock.json"  # beside conf.py
