"""The Cincy Pots over simulated rounds: the kernel, and the tally of its rounds."""
