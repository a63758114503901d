import GraphQL
package import SQL

/// The greatest number of rows of a type that one owner may have, such as the classes of a school. The owner is locked.
package struct RowMaximum: Sendable {
  let column: String
  let owner: UUIDValue
  /// The name of the limit in the error: `classes`.
  let name: String
  let maximum: Int
  let message: String
  /// The field of the input that names the owner.
  let field: String

  package init(_ maximum: Int, _ name: String, column: String, of owner: UUIDValue, field: String, message: String) {
    self.column = column
    self.owner = owner
    self.name = name
    self.maximum = maximum
    self.message = message
    self.field = field
  }

  /// - Throws: `LIMIT_EXCEEDED` where the owner has as many rows already.
  func check<Viewer>(
    _ entity: Entity<Viewer>, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    let row = rows.statements.reference(to: entity)
    let found = try await rows.run(
      """
      SELECT count(*)::int4 FROM \(identifier: entity.table) \
      WHERE \(rows.statements.conditions(on: entity, row, column, [owner]))
      """)
    guard let count = found.int4(row: 0, column: 0), Int(count) >= maximum else { return }
    throw .refused(
      message, code: .limitExceeded, at: input.path(of: field),
      extensions: [.init("limit", .string(name)), .init("maximum", .number("\(maximum)"))])
  }
}
