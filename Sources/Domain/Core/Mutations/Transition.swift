package import Planning
package import SQL

/// An update that sets columns by itself, such as `revoke` of an invitation.
package struct Transition: Sendable {
  let values: [ColumnValue]
  private let isDone: (@Sendable (RowReference<Viewer>) -> SQL)?
  private let condition: (@Sendable (RowReference<Viewer>) -> SQL)?
  private let refusal: String

  /// - Parameters:
  ///   - values: the columns that it sets.
  ///   - isDone: the rows that stay as they are, as another such update has changed them before; nil for none.
  ///   - condition: the rows that allow it; nil for all.
  ///   - refusal: the message of `CONFLICT` for others.
  package init(
    _ values: [ColumnValue], unless isDone: (@Sendable (RowReference<Viewer>) -> SQL)? = nil,
    where condition: (@Sendable (RowReference<Viewer>) -> SQL)? = nil, otherwise refusal: String = ""
  ) {
    self.values = values
    self.isDone = isDone
    self.condition = condition
    self.refusal = refusal
  }

  func requirements(_ input: MutationInput) -> [RowRequirement<Viewer>] {
    var requirements: [RowRequirement<Viewer>] = []
    if let isDone { requirements.append(RowRequirement(unmet: .unchanged) { "NOT (\(isDone($0)))" }) }
    if let condition {
      // A row that stays as it is needs no permission.
      let isAllowed: @Sendable (RowReference<Viewer>) -> SQL = { row in
        if let isDone { "(\(isDone(row)) OR \(condition(row)))" } else { condition(row) }
      }
      let refusal = refusal
      requirements.append(
        RowRequirement(unmet: .failure { _ in .conflict(refusal, at: input.path(of: "id"), version: nil) }, isAllowed))
    }
    return requirements
  }
}
