"""Records published figures and notices when one moves."""
