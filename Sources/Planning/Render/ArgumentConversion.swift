import GraphQL
import SQL

/// How a coerced argument becomes a value to bind.
package enum ArgumentConversion: Hashable, Sendable {
  /// An id. Text that is no UUID names no row, so it is bound as null.
  case uuid
  /// How many items a list has at most.
  case first
  /// How many items a list skips.
  case offset
  /// A day of the calendar.
  case date
  case bool

  var type: SQLType {
    switch self {
    case .uuid: .uuid
    case .first, .offset: .int8
    case .date: .date
    case .bool: .bool
    }
  }

  func value(of argument: InputValue?, limits: RequestLimits) throws(ArgumentProblem) -> SQLValue {
    switch (self, argument) {
    case (.uuid, .scalar(let text)?), (.uuid, .string(let text)?):
      return UUIDValue(text).map { .uuid($0) } ?? .null(.uuid)
    case (.uuid, _):
      return .null(.uuid)
    case (.date, .scalar(let text)?), (.date, .string(let text)?):
      guard CivilDate.isDate(text) else {
        throw ArgumentProblem(message: "must be a day of the calendar such as 2026-09-07.")
      }
      return .literal(text, .date)
    case (.date, _):
      return .null(.date)
    case (.bool, .boolean(let flag)?):
      return .bool(flag)
    case (.bool, _):
      return .null(.bool)
    case (.first, .int(let count)?), (.offset, .int(let count)?):
      guard count >= 0 else { throw ArgumentProblem(message: "must not be negative, got \(count).") }
      guard self == .offset || count <= limits.pageSize else {
        throw ArgumentProblem(
          message: "must be at most \(limits.pageSize), got \(count).",
          passed: (maximum: limits.pageSize, value: Int(count)))
      }
      return .int8(Int64(count))
    case (.first, _):
      throw ArgumentProblem(message: "must not be null: every list is bounded.")
    case (.offset, _):
      return .int8(0)
    }
  }
}

/// What is wrong with an argument whose type is right.
struct ArgumentProblem: Error {
  var message: String
  /// The limit that it passed, if that is what is wrong.
  var passed: (maximum: Int, value: Int)?
}
