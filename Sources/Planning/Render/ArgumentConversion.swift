import GraphQL
package import SQL

/// The conversion of a coerced argument, or of a part of it, to a value to bind.
package indirect enum ArgumentConversion: Hashable, Sendable {
  /// An id. Text that is no UUID names no row, so it is bound as null.
  case uuid
  /// Several ids; text that is no UUID names no row and is left out.
  case uuids
  /// How many items a list has at most.
  case first
  /// The same of a list that has at least one.
  case firstFromOne
  /// The same of a connection, which has a size of its own when nothing is asked for.
  case pageSize
  /// How many items a list skips.
  case offset
  /// Text or a value of an enum, or null.
  case text
  /// Text of so many characters.
  case textWithin(ClosedRange<Int>)
  /// A day of the calendar.
  case date
  case bool
  /// A number within bounds, as `numeric`.
  case decimal(DecimalBounds)
  /// The values that a member of the objects of a list has, as an array.
  case each(String, ArgumentConversion)
  /// The operand that a value of this type is compared with.
  case operand(SQLType)
  /// The list that a value of this type is looked for in.
  case operands(SQLType)
  /// The text to look for in another.
  case pattern(Pattern)
  /// Any of the three for a field of the scalar `URL`, which has no other characters than ASCII: what is looked for is
  /// percent-encoded as it is there.
  case address(ArgumentConversion)

  /// Where the text stands in the other.
  package enum Pattern: Sendable {
    case contains, startsWith, endsWith
  }

  /// How many items a page of a connection has when the request does not say.
  static let defaultPageSize = 20

  var type: SQLType {
    switch self {
    case .uuid: .uuid
    case .uuids: .uuidArray
    case .first, .firstFromOne, .pageSize, .offset: .int8
    case .operand(let type): type
    case .operands(let type): type.arrayType ?? type
    case .pattern, .text, .textWithin: .text
    case .address(let conversion): conversion.type
    case .date: .date
    case .bool: .bool
    case .decimal: .numeric
    case .each(_, let conversion): conversion.type.arrayType ?? conversion.type
    }
  }

  func value(of argument: InputValue?, limits: RequestLimits) throws(ArgumentProblem) -> SQLValue {
    switch (self, argument) {
    case (.uuid, .scalar(let text)?), (.uuid, .string(let text)?):
      return UUIDValue(text).map { .uuid($0) } ?? .null(.uuid)
    case (.uuid, _):
      return .null(.uuid)
    case (.date, .scalar(let text)?), (.date, .string(let text)?):
      if let problem = ScalarForm.date.problem(of: text) { throw ArgumentProblem(message: problem) }
      return .literal(text, .date)
    case (.date, _):
      return .null(.date)
    case (.text, .scalar(let text)?), (.text, .string(let text)?), (.text, .enum(let text)?):
      return .text(try Operand.storable(text))
    case (.text, _):
      return .null(.text)
    case (.textWithin(let characters), .scalar(let text)?), (.textWithin(let characters), .string(let text)?):
      let count = text.unicodeScalars.count
      guard characters.contains(count) else {
        throw ArgumentProblem(
          message: "must have \(characters.lowerBound) to \(characters.upperBound) characters, got \(count).")
      }
      return .text(try Operand.storable(text))
    case (.textWithin, _):
      return .null(.text)
    case (.bool, .boolean(let flag)?):
      return .bool(flag)
    case (.bool, _):
      return .null(.bool)
    case (.uuids, .list(let items)?):
      guard items.count <= limits.pageSize else {
        throw ArgumentProblem(
          message: "must have at most \(limits.pageSize) ids, got \(items.count).",
          passed: (maximum: limits.pageSize, value: items.count))
      }
      return .uuidArray(items.compactMap { $0.text.flatMap { UUIDValue($0) } })
    case (.uuids, _):
      return .uuidArray([])
    case (.first, .int(let count)?), (.pageSize, .int(let count)?):
      return try Self.count(count, atMost: limits.pageSize)
    case (.firstFromOne, .int(let count)?):
      guard count != 0 else { throw ArgumentProblem(message: "must be at least 1, got 0.") }
      return try Self.count(count, atMost: limits.pageSize)
    case (.first, _), (.firstFromOne, _):
      throw ArgumentProblem(message: "must not be null: every list is bounded.")
    case (.pageSize, _):
      return .int8(Int64(min(Self.defaultPageSize, limits.pageSize)))
    case (.offset, .int(let count)?):
      return try Self.count(count, atMost: limits.offset)
    case (.offset, _):
      return .int8(0)
    case (.decimal(let bounds), .int(let number)?):
      return try Self.decimal(Double(number), bounds)
    case (.decimal(let bounds), .float(let number)?):
      return try Self.decimal(number, bounds)
    case (.decimal, _):
      return .null(.numeric)
    case (.each(let member, let conversion), .list(let items)?):
      return try conversion.array(of: items, member: member, limits: limits)
    case (.each, _):
      return .null(type)
    case (.operand(let type), let argument?):
      return try Operand.value(of: argument, as: type)
    case (.operands(let type), .list(let items)?):
      return try Operand.array(of: items, as: type)
    case (.pattern(let pattern), let argument?):
      return try Operand.pattern(argument, pattern)
    case (.address(let conversion), let argument):
      return try conversion.value(of: argument?.canonicalAddressPart, limits: limits)
    case (.operand, nil), (.operands, _), (.pattern, nil):
      return .null(type)
    }
  }

  private static func decimal(_ number: Double, _ bounds: DecimalBounds) throws(ArgumentProblem) -> SQLValue {
    do {
      return try bounds.value(of: number)
    } catch {
      throw ArgumentProblem(message: "\(error.message), got \(number).")
    }
  }

  /// The values of a member as an array, for types whose texts need no quotes in it: keys and numbers.
  private func array(
    of items: [InputValue], member: String, limits: RequestLimits
  ) throws(ArgumentProblem) -> SQLValue {
    guard items.count <= limits.pageSize else {
      throw ArgumentProblem(
        message: "must have at most \(limits.pageSize) items, got \(items.count).",
        passed: (maximum: limits.pageSize, value: items.count))
    }
    var texts: [String] = []
    for (index, item) in items.enumerated() {
      do {
        switch try value(of: item[member], limits: limits) {
        case .uuid(let key): texts.append(key.description)
        case .literal(let text, _): texts.append(text)
        default: texts.append("NULL")
        }
      } catch {
        throw ArgumentProblem(message: error.message, steps: [.index(index), .key(member)])
      }
    }
    return .literal("{\(texts.joined(separator: ","))}", type.arrayType ?? type)
  }

  private static func count(_ count: Int32, atMost maximum: Int) throws(ArgumentProblem) -> SQLValue {
    guard count >= 0 else { throw ArgumentProblem(message: "must not be negative, got \(count).") }
    guard count <= maximum else {
      throw ArgumentProblem(
        message: "must be at most \(maximum), got \(count).", passed: (maximum: maximum, value: Int(count)))
    }
    return .int8(Int64(count))
  }
}

/// An error in an argument whose type is right.
struct ArgumentProblem: Error {
  var message: String
  /// The limit that it passed, if that is what is wrong.
  var passed: (maximum: Int, value: Int)?
  /// The place inside the argument.
  var steps: [PathSegment] = []
}

extension InputValue {
  /// The text of an id, of a string or of a scalar that is written as one.
  var text: String? {
    switch self {
    case .string(let text), .scalar(let text): text
    default: nil
    }
  }

  /// The same with all text as it stands in an address: see `WebAddress.canonicalPart`.
  fileprivate var canonicalAddressPart: InputValue {
    switch self {
    case .string(let text): .string(WebAddress.canonicalPart(text))
    case .scalar(let text): .scalar(WebAddress.canonicalPart(text))
    case .list(let items): .list(items.map(\.canonicalAddressPart))
    default: self
    }
  }
}
