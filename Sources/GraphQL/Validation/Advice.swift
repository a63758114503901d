/// Sentences that follow a message of the reference implementation and say what to write instead. Tools match the
/// reference's text, so it stays as it is at the start of the message.
///
///     Expected value of type "StringFilter" to be an object, found: "Quiz". Try {title: {eq: "Quiz"}}.
///
/// Each sentence begins with a space; the text is empty if there is nothing to say.
struct Advice {
  enum Notation {
    /// A literal of a document.
    case graphQL
    /// A value of the variables.
    case json
  }

  let schema: Schema
  let notation: Notation

  /// More names are not listed.
  private static let maximumNames = 30

  /// A message and the advice on it. Some of the reference implementation's messages end without a full stop.
  static func text(_ message: String, _ advice: String?) -> String {
    guard let advice, !advice.isEmpty else { return message }
    // By bytes: to compare characters normalizes the text, which takes long for a client's megabyte of combining marks.
    let isEnded = message.utf8.last == UInt8(ascii: ".") || message.utf8.last == UInt8(ascii: "?")
    return message + (isEnded ? "" : ".") + advice
  }

  // MARK: Input objects

  /// For a value that is not an object where `type` expects one.
  /// - Parameters:
  ///   - found: the value as the message shows it.
  ///   - place: the name of the field or argument that has the value, if known.
  func notAnObject(_ type: InputObjectType, found: String, at place: String?) -> String {
    if type.fields.contains(where: { $0.name == "eq" }) {
      let comparison = object([("eq", found)])
      return " Try \(place.map { object([($0, comparison)]) } ?? comparison)."
    }
    if let order = order(type, by: found) { return " Try [\(order)]." }
    return fields(of: type)
  }

  /// For a field that `type` does not have.
  /// - Parameter hasSuggestion: whether the message has a suggestion already.
  func unknownField(_ name: String, of type: InputObjectType, hasSuggestion: Bool) -> String {
    if let order = order(type, by: name) { return " Try \(order)." }
    return hasSuggestion ? "" : fields(of: type)
  }

  private func fields(of type: InputObjectType) -> String {
    list(type.fields.map(\.name)).map { " The fields of \(type.name) are \($0)." } ?? ""
  }

  /// An object that orders by what someone wrote: `{field: DUE_DATE}` for `"dueDate"`, if `type` is the input of an order.
  private func order(_ type: InputObjectType, by text: String) -> String? {
    guard let field = type.fields.first(where: { $0.name == "field" }), case .enum(let choices)? = schema.types[field.type.namedType]
    else { return nil }
    func letters(_ name: String) -> [UInt8] { name.utf8.filter { $0.isLetter }.map { $0 | 0x20 } }
    let names = choices.values.map(\.name)
    let wanted = letters(text)
    return (names.first { letters($0) == wanted } ?? names.first).map { object([("field", enumValue($0))]) }
  }

  // MARK: Leaves

  /// For a value that is not in an enum.
  func values(of type: EnumType) -> String {
    list(type.values.map { enumValue($0.name) }).map { " The values of \(type.name) are \($0)." } ?? ""
  }

  /// For a literal that lacks quotes, or has quotes that it should not have.
  func quotes(_ value: Value, for scalar: String) -> String {
    switch value.kind {
    case .string(let text, _): withoutQuotes(text, for: scalar)
    case .int(let text), .float(let text), .enum(let text): inQuotes(text, for: scalar)
    case .boolean(let flag): inQuotes("\(flag)", for: scalar)
    case .variable, .null, .list, .object: ""
    }
  }

  /// The same for a value of a variable.
  func quotes(_ value: JSONValue, for scalar: String) -> String {
    switch value {
    case .string(let text): withoutQuotes(text, for: scalar)
    case .number(let text): inQuotes(text, for: scalar)
    case .bool(let flag): inQuotes("\(flag)", for: scalar)
    case .null, .array, .object: ""
    }
  }

  private func withoutQuotes(_ text: String, for scalar: String) -> String {
    let isValue =
      switch scalar {
      case "Int": text.utf8.count <= 20 && Int32(text) != nil
      case "Float": text.utf8.count <= 40 && Double(text)?.isFinite == true
      case "Boolean": text.utf8.count <= 5 && (text == "true" || text == "false")
      default: false
      }
    return isValue ? " Write it without quotes: \(text)." : ""
  }

  private func inQuotes(_ text: String, for scalar: String) -> String {
    ["Int", "Float", "Boolean"].contains(scalar) ? "" : " Write it in quotes: \"\(text.brief)\"."
  }

  // MARK: Documents

  /// For a field of a composite type without a selection: `Try "family { id }".`
  func selection(of field: String, type typeName: String) -> String {
    let leaf = schema.types[typeName]?.fields?.first { field in
      schema.isLeaf(field.type.namedType) && !field.arguments.contains(where: \.isRequired)
    }
    return " Try \"\(field) { \(leaf?.name ?? "__typename") }\"."
  }

  /// For a field without its required arguments: `Try "student(id: …)".`
  func arguments(of field: String, _ definitions: [InputValueType]) -> String {
    let required = definitions.filter(\.isRequired).map { "\($0.name): …" }
    return " Try \"\(field)(\(required.joined(separator: ", ")))\"."
  }

  // MARK: Notation

  private func object(_ members: [(name: String, value: String)]) -> String {
    let texts = members.map { notation == .json ? "\"\($0.name)\": \($0.value)" : "\($0.name): \($0.value)" }
    return "{\(texts.joined(separator: ", "))}"
  }

  private func enumValue(_ name: String) -> String { notation == .json ? "\"\(name)\"" : name }

  /// `a, b and c`; nil if there are none, or too many.
  private func list(_ names: [String]) -> String? {
    guard let last = names.last, names.count <= Self.maximumNames else { return nil }
    return names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
}
