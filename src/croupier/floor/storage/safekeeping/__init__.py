"""What outlives the database: backups, archives, signed checkpoints, the mark against a rollback."""
