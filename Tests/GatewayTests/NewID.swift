import SQL

/// An id that nothing has. It comes after those of the sample data, since many tests take the first row of a family.
func newID() -> String { "f" + UUIDValue.random().description.dropFirst() }
