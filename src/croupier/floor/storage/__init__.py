"""The house's database: schema, guards, one writer or a pool of them, and the books in double entry."""
