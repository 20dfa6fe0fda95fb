"""Directives, roles and nodes: what a page asks, shows and claims."""
