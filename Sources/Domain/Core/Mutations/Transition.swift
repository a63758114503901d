package import Planning
package import SQL

/// An update that sets columns by itself, such as `revoke` of an invitation.
package struct Transition: Sendable {
  let values: [ColumnValue]
  private let condition: (@Sendable (RowReference<Viewer>) -> SQL)?
  private let refusal: String

  /// - Parameters:
  ///   - values: the columns that it sets.
  ///   - condition: the rows that allow it; nil for all.
  ///   - refusal: the message of `CONFLICT` for others.
  package init(
    _ values: [ColumnValue], where condition: (@Sendable (RowReference<Viewer>) -> SQL)? = nil, otherwise refusal: String = ""
  ) {
    self.values = values
    self.condition = condition
    self.refusal = refusal
  }

  func requirements(_ input: MutationInput) -> [RowRequirement<Viewer>] {
    guard let condition else { return [] }
    let refusal = refusal
    return [
      RowRequirement(unmet: .failure { _ in .conflict(refusal, at: input.path(of: "id"), version: nil) }, condition)
    ]
  }
}
