"""The table."""


class Table: ...
