/// What a plan may ask of the database, whatever the request says.
package struct RequestLimits: Sendable {
  /// The largest `first` of a list.
  package var pageSize: Int
  /// The largest `offset` of a list.
  package var offset: Int
  /// How many rows all lists of an operation may have together, by the product of their `first`s.
  package var rows: Int

  package init(pageSize: Int = 200, offset: Int = 10_000, rows: Int = 20_000) {
    self.pageSize = pageSize
    self.offset = offset
    self.rows = rows
  }
}
