"""The player's voice: what a player is asked, told and taught, derived from a game's rules when it is shown."""
