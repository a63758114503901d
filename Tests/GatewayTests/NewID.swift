import SQL

/// An id that nothing has.
func newID() -> String { UUIDValue.random().description }
