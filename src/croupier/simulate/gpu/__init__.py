"""The kernels of the processor on a graphics processor: compiled from the same source, with the same digits."""
