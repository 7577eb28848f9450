"""The tables of a running house: state rebuilt from its log, commands, what each seat is told, background tasks."""
