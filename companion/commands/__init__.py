"""What may be asked for on the command line, a module a command."""
