import GraphQL
import TestSupport

/// A filter as it is defined, to be written as GraphQL, and evaluated without a database.
indirect enum OracleFilter: CustomStringConvertible {
  enum Comparison: CaseIterable {
    case eq, ne, `in`, lt, gte, contains, startsWith, endsWith, isNull
  }

  enum Quantifier: CaseIterable {
    case some, every, none
  }

  case and([OracleFilter])
  case or([OracleFilter])
  case not(OracleFilter)
  /// All parts stand side by side in one object; none is true.
  case all([OracleFilter])
  /// `in` has several operands; the others have one. Null is an operand of `eq` and `ne` alone.
  case compare(field: String, Comparison, [OracleValue])
  /// Nil is `{course: null}`.
  case one(field: String, OracleFilter?)
  case many(field: String, Quantifier, OracleFilter)

  // MARK: As GraphQL

  var description: String { "{\(members)}" }

  private var members: String {
    switch self {
    case .and(let filters): "and: [\(filters.map(\.description).joined(separator: ", "))]"
    case .or(let filters): "or: [\(filters.map(\.description).joined(separator: ", "))]"
    case .not(let filter): "not: \(filter)"
    case .all(let filters): filters.map(\.members).joined(separator: " ")
    case .compare(let field, .in, let operands):
      "\(field): {in: [\(operands.map(\.description).joined(separator: ", "))]}"
    case .compare(let field, let comparison, let operands): "\(field): {\(comparison): \(operands[0])}"
    case .one(let field, let filter): "\(field): \(filter?.description ?? "null")"
    case .many(let field, let quantifier, let filter): "\(field): {\(quantifier): \(filter)}"
    }
  }

  // MARK: By its definition

  func isTrue(of row: OracleRow, in family: OracleFamily) -> Bool {
    switch self {
    case .and(let filters), .all(let filters): filters.allSatisfy { $0.isTrue(of: row, in: family) }
    case .or(let filters): filters.contains { $0.isTrue(of: row, in: family) }
    case .not(let filter): !filter.isTrue(of: row, in: family)
    case .compare(let field, let comparison, let operands):
      Self.isTrue(row.values[field] ?? .null, comparison, operands)
    case .one(let field, let filter):
      switch (family.one(field, of: row), filter) {
      case (let target?, let filter?): filter.isTrue(of: target, in: family)
      case (nil, nil): true
      case (nil, _), (_, nil): false
      }
    case .many(let field, .some, let filter): family.many(field, of: row).contains { filter.isTrue(of: $0, in: family) }
    case .many(let field, .every, let filter):
      family.many(field, of: row).allSatisfy { filter.isTrue(of: $0, in: family) }
    case .many(let field, .none, let filter):
      !family.many(field, of: row).contains { filter.isTrue(of: $0, in: family) }
    }
  }

  private static func isTrue(_ value: OracleValue, _ comparison: Comparison, _ operands: [OracleValue]) -> Bool {
    switch (comparison, value, operands.first) {
    case (.eq, _, let operand?): return value == operand
    case (.ne, _, let operand?): return value != operand
    case (.in, _, _): return value != .null && operands.contains(value)
    case (.isNull, _, .bool(let isNull)?): return (value == .null) == isNull
    case (.lt, .number(let value), .number(let operand)?): return value < operand
    case (.gte, .number(let value), .number(let operand)?): return value >= operand
    case (.contains, .text(let value), .text(let operand)?):
      return operand.isEmpty || value.lowercased().contains(operand.lowercased())
    case (.startsWith, .text(let value), .text(let operand)?): return value.lowercased().hasPrefix(operand.lowercased())
    case (.endsWith, .text(let value), .text(let operand)?): return value.lowercased().hasSuffix(operand.lowercased())
    default: return false
    }
  }
}

enum OracleValue: Hashable, CustomStringConvertible {
  case null
  case bool(Bool)
  case number(Int)
  case text(String)

  var description: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .text(let text): JSONValue.string(text).indented()
    }
  }
}
