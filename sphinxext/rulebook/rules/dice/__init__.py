"""Exact odds: the laws of sums, pools and kept dice."""
