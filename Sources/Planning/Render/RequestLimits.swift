/// The limits of a plan's demands on the database, whatever the request asks for.
package struct RequestLimits: Sendable {
  /// The largest `first` of a list.
  package var pageSize: Int
  /// The largest `offset` of a list.
  package var offset: Int
  /// How many rows all lists of an operation may have together: those that there are, for a query, and those that there
  /// may be, for the answer to a mutation, which is not undone.
  package var rows: Int
  /// The limit of an operation's cost: the work of the database and the gateway for it. See `OperationCost`.
  package var cost: Int
  /// How many bytes the values have together that are bound, in all statements.
  package var bindBytes: Int
  /// How many bytes of JSON an answer may have.
  package var responseBytes: Int
  /// The same without a session. The introspection queries that tools send are exempt.
  package var anonymousResponseBytes: Int

  package init(
    pageSize: Int = 200, offset: Int = 10_000, rows: Int = 50_000, cost: Int = 1_000_000, bindBytes: Int = 4 << 20,
    responseBytes: Int = 16 << 20, anonymousResponseBytes: Int = 1 << 20
  ) {
    self.pageSize = pageSize
    self.offset = offset
    self.rows = rows
    self.cost = cost
    self.bindBytes = bindBytes
    self.responseBytes = responseBytes
    self.anonymousResponseBytes = min(anonymousResponseBytes, responseBytes)
  }
}
