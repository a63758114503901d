/// What a plan may ask of the database, whatever the request says.
package struct RequestLimits: Sendable {
  /// The largest `first` of a list.
  package var pageSize: Int
  /// How many rows all lists of an operation may have together, by the product of their `first`s.
  package var rows: Int

  package init(pageSize: Int = 200, rows: Int = 20_000) {
    self.pageSize = pageSize
    self.rows = rows
  }
}
