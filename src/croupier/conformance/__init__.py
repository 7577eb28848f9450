"""What every game must keep to, found out by playing it: for our own tests and for `croupier check`."""
