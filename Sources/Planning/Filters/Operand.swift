import GraphQL
import SQL

/// The values of a filter, as they are bound: each is bounded, and has the form that its type has in PostgreSQL.
enum Operand {
  /// - Throws: `ArgumentProblem` when the value cannot be one of the type, or is too long.
  static func value(of input: InputValue, as type: SQLType) throws(ArgumentProblem) -> SQLValue {
    switch (type, input) {
    case (.text, .enum(let name)), (.varchar, .enum(let name)): return .text(name)
    case (.text, _), (.varchar, _): return .text(try text(of: input, atMost: FilterBounds.text))
    case (.bool, .boolean(let flag)): return .bool(flag)
    // Text that is no UUID is equal to no key.
    case (.uuid, _): return input.text.flatMap { UUIDValue($0) }.map { .uuid($0) } ?? .null(.uuid)
    case (.int4, .int(let number)): return .int4(number)
    case (.int8, .int(let number)): return .int8(Int64(number))
    default: return .literal(try literal(of: input, as: type), type)
    }
  }

  static func array(of items: [InputValue], as type: SQLType) throws(ArgumentProblem) -> SQLValue {
    guard items.count <= FilterBounds.values else {
      throw ArgumentProblem(
        message: "must have at most \(FilterBounds.values) values, got \(items.count).",
        passed: (maximum: FilterBounds.values, value: items.count))
    }
    switch type {
    case .uuid: return .uuidArray(items.compactMap { $0.text.flatMap { UUIDValue($0) } })
    case .text, .varchar:
      var texts: [String] = []
      for item in items {
        if case .enum(let name) = item {
          texts.append(name)
        } else {
          texts.append(try text(of: item, atMost: FilterBounds.text))
        }
      }
      return .textArray(texts)
    default:
      var literals: [String] = []
      for item in items { literals.append(try literal(of: item, as: type)) }
      // None of them has a character that an array would have to quote.
      return .literal("{\(literals.joined(separator: ","))}", type.arrayType ?? type)
    }
  }

  /// The regular expression that finds the text itself, whatever characters are in it.
  ///
  ///     starts with "1. (a)"        ^1\. \(a\)
  ///
  /// PostgreSQL 15 manual, section 9.7.3.1: a backslash before a character that is not alphanumeric matches that character.
  static func pattern(_ input: InputValue, _ kind: ArgumentConversion.Pattern) throws(ArgumentProblem) -> SQLValue {
    let text = try text(of: input, atMost: FilterBounds.pattern)
    var escaped = "".unicodeScalars
    for scalar in text.unicodeScalars {
      if Self.metacharacters.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    let before = kind == .startsWith ? "^" : ""
    let after = kind == .endsWith ? "$" : ""
    return .text("\(before)\(String(escaped))\(after)")
  }

  /// The characters that mean something else than themselves in an advanced regular expression of PostgreSQL.
  private static let metacharacters = Set("\\^$.[]{}()|*+?".unicodeScalars)

  private static func text(of input: InputValue, atMost maximum: Int) throws(ArgumentProblem) -> String {
    guard let text = input.text else { throw ArgumentProblem(message: "must be text.") }
    // A scalar has at least one byte: what is far too long is not walked over.
    let count = text.utf8.count > 4 * maximum ? text.utf8.count : text.unicodeScalars.count
    guard count <= maximum else {
      throw ArgumentProblem(
        message: "must have at most \(maximum) characters, got \(count).", passed: (maximum: maximum, value: count))
    }
    return try storable(text)
  }

  /// The text, which PostgreSQL can take: of all characters, U+0000 alone it cannot.
  static func storable(_ text: String) throws(ArgumentProblem) -> String {
    guard !text.utf8.contains(0) else { throw ArgumentProblem(message: "must not contain the character U+0000.") }
    return text
  }

  /// As PostgreSQL reads the type.
  private static func literal(of input: InputValue, as type: SQLType) throws(ArgumentProblem) -> String {
    switch (type, input) {
    case (_, .int(let number)): return "\(number)"
    case (_, .float(let number)): return "\(number)"
    case (_, .boolean(let flag)): return "\(flag)"
    default:
      guard let text = input.text, isLiteral(text, of: type) else {
        throw ArgumentProblem(message: "must be \(expectation(of: type)), got \"\(ScalarForm.start(of: input.text ?? ""))\".")
      }
      return type == .timestamptz ? milliseconds(of: text) : text
    }
  }

  /// A moment without what is finer than a millisecond.
  ///
  ///     2026-09-07T08:30:00.125999Z        2026-09-07T08:30:00.125Z
  private static func milliseconds(of text: String) -> String {
    guard let point = text.firstIndex(of: ".") else { return text }
    let decimals = text[point...].dropFirst().prefix(while: \.isNumber)
    return "\(text[..<point]).\(decimals.prefix(3))\(text[decimals.endIndex...])"
  }

  /// Whether text that comes from outside is a value of the type: only then it is sent to PostgreSQL.
  static func isLiteral(_ text: String, of type: SQLType) -> Bool {
    switch type {
    case .date: ScalarForm.date.matches(text)
    case .time: ScalarForm.time.matches(text)
    case .timestamptz: ScalarForm.dateTime.matches(text)
    case .numeric: Decimal.isDecimal(text)
    case .int4: Int32(text).map { "\($0)" == text } ?? false
    case .int8: Int64(text).map { "\($0)" == text } ?? false
    case .bool: text == "true" || text == "false"
    case .uuid: UUIDValue(text) != nil
    case .text, .varchar: !text.utf8.contains(0)
    default: false
    }
  }

  private static func expectation(of type: SQLType) -> String {
    switch type {
    case .date: ScalarForm.date.expectation
    case .time: ScalarForm.time.expectation
    case .timestamptz: ScalarForm.dateTime.expectation
    case .numeric: "a number"
    default: "of another form"
    }
  }
}
