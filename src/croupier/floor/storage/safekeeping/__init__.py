"""What outlives the database: backups, signed checkpoints, the mark against a rollback."""
