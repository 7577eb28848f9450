"""The house's database: schema, migrations, one writer or a pool of them, and the books in double entry."""
