import SQL

extension Rows {
  /// The place whose version a change of the row bumps, as `bump_pickup()` has it: the class, or the school where there is no class.
  /// The school's own version is for what all its staff see: naming it as well would wake each of them at each change in any class.
  func place(row: Int, class classColumn: Int, school schoolColumn: Int) -> UUIDValue? {
    uuid(row: row, column: classColumn) ?? uuid(row: row, column: schoolColumn)
  }
}
