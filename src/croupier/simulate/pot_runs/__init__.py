"""The Cincy Pots over simulated rounds: the kernel, what is counted of them, and studies of both."""
