"""The parts of the round engine, one by one."""
