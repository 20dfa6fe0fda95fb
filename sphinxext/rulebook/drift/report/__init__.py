"""Runs a check of a whole book and writes its reports."""
