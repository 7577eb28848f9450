"""What compiled kernels are made of: counter-based streams, look-ups, numbered outcomes."""
