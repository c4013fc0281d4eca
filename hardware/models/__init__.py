"""The printed parts as solids, one function each, by name. Needs the extra `hardware`."""
