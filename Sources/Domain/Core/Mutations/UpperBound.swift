import Planning
import SQL

/// A number of a row that is at most another one of the same row, such as the points that were awarded, of those
/// possible. The statement that changes the row looks at both: who goes too far learns how far there is to go.
package struct UpperBound: Sendable {
  typealias Condition = @Sendable (RowReference<Viewer>) -> SQL

  /// A field of the input, and the column that it is written to.
  struct Number: Sendable {
    let field: String
    let column: String
  }

  let number: Number
  let most: Number
  /// The flags of which any lets the number be above the other.
  var exemptions: [Number] = []

  /// The condition that the row must satisfy for the input to fit.
  /// - Parameter values: the values of the input, as they are written.
  /// - Returns: nil where any row will do.
  /// - Throws: `.invalid` where none would.
  func requirement(
    _ input: MutationInput, _ values: EntityMutations.Values
  ) throws(MutationFailure) -> RowRequirement<Viewer>? {
    guard let condition = try condition(input, values) else { return nil }
    return RowRequirement(
      reading: [number.column, most.column], unmet: .failure { failure(input, ($0.decimal(0), $0.decimal(1))) }, condition)
  }

  ///     UPDATE assignments SET points_awarded = $1 … WHERE … AND assignments.points_possible >= $4
  private func condition(_ input: MutationInput, _ values: EntityMutations.Values) throws(MutationFailure) -> Condition? {
    func value(_ number: Number) -> SQL? { values.first { $0.column == number.column }?.value }
    /// `OR assignments.is_extra_credit OR $5`: each flag as it will be.
    let flags = exemptions.map { (column: $0.column, value: value($0)) }
    let exempting: Condition = { row in flags.map { " OR \($0.value ?? row[$0.column])" }.joined(separator: "") }
    if let given = try input.number(number.field) {
      if input.isGiven(most.field) {
        guard let limit = try input.number(most.field) else { throw missing(input) }
        // Compare the written values, which have four decimals: 0.1 + 0.2 is not above 0.3.
        if (given * 10_000).rounded() <= (limit * 10_000).rounded() { return nil }
        if exemptions.isEmpty { throw above(shown(most, input), input) }
        return { "(false\(exempting($0)))" }
      }
      guard let value = value(number) else { return nil }
      if exemptions.isEmpty { return { "\($0[most.column]) >= \(value)" } }
      return { "\($0[most.column]) IS NOT NULL AND (\($0[most.column]) >= \(value)\(exempting($0)))" }
    }
    // A number that is removed, or stays away, is at most anything.
    if input.isGiven(number.field) { return nil }
    if input.isGiven(most.field) {
      if input.isNull(most.field) { return { "\($0[number.column]) IS NULL" } }
      guard let value = value(most) else { return nil }
      return { "(\($0[number.column]) IS NULL OR \($0[number.column]) <= \(value)\(exempting($0)))" }
    }
    guard exemptions.contains(where: { input.isGiven($0.field) }) else { return nil }
    return { "(\($0[number.column]) IS NULL OR \($0[number.column]) <= \($0[most.column])\(exempting($0)))" }
  }

  /// The error of the input for an existing row that does not satisfy the condition.
  /// - Parameter row: the two numbers, nil for null.
  private func failure(_ input: MutationInput, _ row: (number: String?, most: String?)) -> MutationFailure {
    if input.isGiven(number.field) {
      if input.isGiven(most.field) { return above(shown(most, input), input) }
      return row.most.map { above($0, input) } ?? missing(input)
    }
    if !input.isGiven(most.field), let flag = exemptions.first(where: { input.isGiven($0.field) }) {
      return .invalid(
        "\"\(flag.field)\" must stay true while \"\(number.field)\" is above \"\(most.field)\".", at: input.path(of: flag.field))
    }
    guard !input.isNull(most.field), let least = row.number else { return missing(input) }
    return .invalid(
      "\"\(most.field)\" must be at least \(least), the \"\(number.field)\", got \(shown(most, input)).",
      at: input.path(of: most.field))
  }

  private func above(_ limit: String, _ input: MutationInput) -> MutationFailure {
    .invalid(
      "\"\(number.field)\" must be at most \(limit), the \"\(most.field)\", got \(shown(number, input)).",
      at: input.path(of: number.field))
  }

  private func missing(_ input: MutationInput) -> MutationFailure {
    .invalid(
      "\"\(most.field)\" must be there where there are \"\(number.field)\".",
      at: input.path(of: input.isGiven(most.field) ? most.field : number.field))
  }

  private func shown(_ number: Number, _ input: MutationInput) -> String { input.numberText(number.field) ?? "null" }
}
