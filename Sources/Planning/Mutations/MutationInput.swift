package import GraphQL
package import SQL

/// The coerced argument `input` of a mutation. Each getter names the field in its error, so that what a client
/// reads says where it is wrong.
package struct MutationInput: Sendable {
  private let value: InputValue
  /// The path to this object: `["input"]`.
  private let path: [String]
  /// Nil where the client gave an `id`.
  private let drawnID: UUIDValue?

  package init(_ value: InputValue, path: [String] = ["input"]) { self.init(value, path: path, drawing: nil) }

  /// - Parameter id: the id of the row that the input makes, where the client gives none.
  private init(_ value: InputValue, path: [String], drawing id: UUIDValue?) {
    self.value = value
    self.path = path
    drawnID = (value["id"] ?? .null) == .null ? id ?? .timeOrdered() : nil
  }

  /// Whether the client gave the field, null included.
  package func isGiven(_ name: String) -> Bool { value[name] != nil }

  package func isNull(_ name: String) -> Bool { value[name] == .null }

  /// Whether the field is a list without values, or null.
  package func isEmptyList(_ name: String) -> Bool { isNull(name) || value[name] == .list([]) }

  /// The path of the whole input, for errors of which no field is to blame.
  package var place: [String] { path }

  /// The path of a field, for errors that are found later.
  package func path(of name: String) -> [String] { path + [name] }

  /// The id of what the input makes, which the client may choose: the same however often it is tried.
  /// - Throws: `.invalid`, as `id`.
  package func newID() throws(MutationFailure) -> UUIDValue {
    if let drawnID { return drawnID }
    guard let id = try id("id") else { throw mismatch("id") }
    return id
  }

  private static let idForm = "an id is a UUID with hyphens, such as 018f0000-0000-7000-8000-000000000001."

  /// An id; nil when it is absent or null.
  /// - Throws: `.invalid` for text that is no UUID: a new row cannot have such an id.
  package func id(_ name: String) throws(MutationFailure) -> UUIDValue? {
    switch value[name] {
    case nil, .null?: return nil
    case .scalar(let text)?, .string(let text)?:
      guard let id = UUIDValue(text) else {
        throw .invalid("\"\(name)\" is not an id: \(Self.idForm)", at: path(of: name))
      }
      return id
    default: throw mismatch(name)
    }
  }

  /// The ids of rows that have to be there, each once; nil when the list is absent or null.
  /// - Throws: `.invalid` for fewer than `least` and for more than `most`, `.notFound` for text that is no UUID.
  package func ids(_ name: String, atLeast least: Int = 1, atMost most: Int) throws(MutationFailure) -> [UUIDValue]? {
    switch value[name] {
    case nil, .null?: return nil
    case .list(let items)?:
      guard (least...most).contains(items.count) else {
        throw .invalid("\"\(name)\" must have \(least) to \(most) ids, got \(items.count).", at: path(of: name))
      }
      var ids: [UUIDValue] = []
      for (index, item) in items.enumerated() {
        guard case .scalar(let text) = item, let id = UUIDValue(text) else {
          throw .notFound("There is nothing with this id: \(Self.idForm)", at: path(of: name) + ["\(index)"])
        }
        if !ids.contains(id) { ids.append(id) }
      }
      return ids
    default: throw mismatch(name)
    }
  }

  /// Texts of one line, each once, in their order; nil when the list is absent or null.
  /// - Throws: `.invalid` for more than `most`, for a text outside of the bounds, and for one that comes twice.
  package func texts(_ name: String, characters: ClosedRange<Int>, atMost most: Int) throws(MutationFailure) -> [String]? {
    try values(name, atMost: most) { item, field throws(MutationFailure) in
      try item.text(field, characters: characters, lines: .name)
    }
  }

  /// Days, each once, in their order; nil when the list is absent or null.
  /// - Throws: `.invalid` for more than `most`, for what is no `Date`, and for one that comes twice.
  package func dates(_ name: String, atMost most: Int) throws(MutationFailure) -> [String]? {
    try values(name, atMost: most) { item, field throws(MutationFailure) in
      if case .literal(let day, _)? = try item.date(field) { day } else { nil }
    }
  }

  /// - Parameter read: reads an item as the field of an input.
  private func values(
    _ name: String, atMost most: Int, _ read: (MutationInput, String) throws(MutationFailure) -> String?
  ) throws(MutationFailure) -> [String]? {
    guard case .list(let items)? = value[name] else {
      if isGiven(name) && !isNull(name) { throw mismatch(name) }
      return nil
    }
    guard items.count <= most else {
      throw .invalid("\"\(name)\" must have at most \(most) values, got \(items.count).", at: path(of: name))
    }
    var values: [String] = []
    for (index, item) in items.enumerated() {
      let place = MutationInput(.object([.init("\(index)", item)]), path: path(of: name))
      guard let value = try read(place, "\(index)") else { throw mismatch(name) }
      if values.contains(value) { throw .invalid("\"\(name)\" must not have a value twice.", at: place.path(of: "\(index)")) }
      values.append(value)
    }
    return values
  }

  /// The input objects of a list, each with its place in the paths of errors; none when the list is absent or null.
  /// The rows made from them have ids in their order.
  ///
  ///     ["input", "assignments", 17, "dueDate"]
  /// - Throws: `.invalid` for fewer than `least`, and for more than `most`.
  package func items(_ name: String, atLeast least: Int = 0, atMost most: Int) throws(MutationFailure) -> [MutationInput] {
    switch value[name] {
    case nil, .null?: return []
    case .list(let items)?:
      guard (least...most).contains(items.count) else {
        throw .invalid("\"\(name)\" must have \(least) to \(most) items, got \(items.count).", at: path(of: name))
      }
      return zip(items, UUIDValue.timeOrdered(count: items.count)).enumerated().map { index, item in
        MutationInput(item.0, path: path(of: name) + ["\(index)"], drawing: item.1)
      }
    default: throw mismatch(name)
    }
  }

  /// The input object that a field has; nil when it is absent or null.
  package func object(_ name: String) throws(MutationFailure) -> MutationInput? {
    switch value[name] {
    case nil, .null?: return nil
    case .object?: return value[name].map { MutationInput($0, path: path(of: name), drawing: nil) }
    default: throw mismatch(name)
    }
  }

  /// The integers of a list, in their order; none when the list is absent or null.
  /// - Throws: `.invalid` for more than `most`.
  package func integers(_ name: String, atMost most: Int) throws(MutationFailure) -> [Int] {
    switch value[name] {
    case nil, .null?: return []
    case .list(let items)?:
      guard items.count <= most else {
        throw .invalid("\"\(name)\" must have at most \(most) values, got \(items.count).", at: path(of: name))
      }
      var numbers: [Int] = []
      for item in items {
        guard case .int(let number) = item else { throw mismatch(name) }
        numbers.append(Int(number))
      }
      return numbers
    default: throw mismatch(name)
    }
  }

  /// The same input as if the client had not given a field.
  package func without(_ name: String) -> MutationInput {
    guard case .object(let members) = value else { return self }
    return MutationInput(.object(members.filter { $0.name != name }), path: path, drawing: drawnID)
  }

  /// The same input with further fields, such as the id of the object that it is part of.
  package func adding(_ fields: KeyValuePairs<String, String>) -> MutationInput {
    guard case .object(let members) = value else { return self }
    let added = fields.map { InputValue.Member($0.key, .scalar($0.value)) }
    return MutationInput(.object(members + added), path: path, drawing: drawnID)
  }

  /// The id of a row that has to be there; text that is no UUID names none.
  package func requiredID(_ name: String) throws(MutationFailure) -> UUIDValue {
    switch value[name] {
    case .scalar(let text)?, .string(let text)?:
      guard let id = UUIDValue(text) else {
        throw .notFound("There is nothing with this \"\(name)\": \(Self.idForm)", at: path(of: name))
      }
      return id
    default: throw mismatch(name)
    }
  }

  /// Text of `characters` Unicode scalars, the most and the fewest included, as it is kept; nil when it is absent or null.
  /// Where it may not be empty, something of it has to be seen.
  package func text(
    _ name: String, characters: ClosedRange<Int>, lines: TextLines = .one
  ) throws(MutationFailure) -> String? {
    guard let given = try given(name) else { return nil }
    let text = lines.cleaned(given)
    if text.isEmpty, !given.isEmpty, characters.lowerBound > 0 { throw blank(name) }
    let count = text.unicodeScalars.count
    guard characters.contains(count) else {
      throw .invalid(
        "\"\(name)\" must have \(characters.lowerBound) to \(characters.upperBound) characters, got \(count).",
        at: path(of: name))
    }
    if characters.lowerBound > 0, TextLines.isBlank(text) { throw blank(name) }
    if let character = lines.violation(in: text) {
      throw .invalid("\"\(name)\" must not contain the character \(character).", at: path(of: name))
    }
    return text
  }

  /// Text of a field that may be left out: as `text`, but blank text is none, as null is.
  package func optionalText(
    _ name: String, characters: ClosedRange<Int>, lines: TextLines = .one
  ) throws(MutationFailure) -> String? {
    if let given = try given(name), TextLines.isBlank(given) { return nil }
    return try text(name, characters: characters, lines: lines)
  }

  /// The text of a field as it was sent; nil when it is absent or null.
  func given(_ name: String) throws(MutationFailure) -> String? {
    switch value[name] {
    case nil, .null?: return nil
    case .scalar(let text)?, .string(let text)?: return text
    default: throw mismatch(name)
    }
  }

  /// A number; nil when it is absent or null. Its bounds are the column's.
  package func number(_ name: String) throws(MutationFailure) -> Double? {
    switch value[name] {
    case nil, .null?: return nil
    case .int(let number)?: return Double(number)
    case .float(let number)?: return number
    default: throw mismatch(name)
    }
  }

  /// A number as people write it, for messages: `13`, `12.5`.
  package func numberText(_ name: String) -> String? {
    switch value[name] {
    case .int(let number)?: "\(number)"
    // Whole numbers come as such, however they were sent.
    case .float(let number)?: Int(exactly: number).map { "\($0)" } ?? "\(number)"
    default: nil
    }
  }

  package func integer(_ name: String) throws(MutationFailure) -> Int32? {
    switch value[name] {
    case nil, .null?: return nil
    case .int(let number)?: return number
    default: throw mismatch(name)
    }
  }

  /// The name of an enum value; nil when it is absent or null.
  package func enumValue(_ name: String) -> String? {
    if case .enum(let value)? = value[name] { value } else { nil }
  }

  /// The names of enum values; nil when the list is absent or null.
  /// - Parameter allowsEmpty: whether the list may be empty.
  /// - Throws: `.invalid` for an empty list otherwise, and for a value that comes twice.
  package func enumValues(_ name: String, allowsEmpty: Bool = false) throws(MutationFailure) -> [String]? {
    switch value[name] {
    case nil, .null?: return nil
    case .list(let items)?:
      var values: [String] = []
      for (index, item) in items.enumerated() {
        guard case .enum(let value) = item else { throw mismatch(name) }
        if values.contains(value) {
          throw .invalid("\"\(name)\" must not have \(value) twice.", at: path(of: name) + ["\(index)"])
        }
        values.append(value)
      }
      if values.isEmpty && !allowsEmpty { throw .invalid("\"\(name)\" must have at least one value.", at: path(of: name)) }
      return values
    default: throw mismatch(name)
    }
  }

  /// A truth value; nil when it is absent or null.
  package func boolean(_ name: String) -> SQLValue? {
    if case .boolean(let value)? = value[name] { .bool(value) } else { nil }
  }

  /// Whether a flag is set; false when it is absent or null.
  package func flag(_ name: String) -> Bool { value[name] == .boolean(true) }

  /// The input as text that is equal exactly when the input means the same: whatever the order of its fields, the case
  /// of its ids, and whether what has no value is null or left out.
  package var canonicalText: String { Self.canonicalText(of: value) }

  package func notFound(_ name: String) -> MutationFailure {
    .notFound("There is nothing with this \"\(name)\".", at: path(of: name))
  }

  private func blank(_ name: String) -> MutationFailure {
    .invalid("\"\(name)\" must not be blank.", at: path(of: name))
  }

  private func mismatch(_ name: String) -> MutationFailure {
    .invalid("\"\(name)\" is of another type than the schema says.", at: path(of: name))
  }

  private static func canonicalText(of value: InputValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .float(let number): "\(number)"
    case .scalar(let text): canonicalText(of: UUIDValue(text)?.description ?? text)
    case .string(let text), .enum(let text): canonicalText(of: text)
    case .list(let items): "[\(items.map(canonicalText).joined(separator: ","))]"
    case .object(let members): "{\(canonicalText(of: members))}"
    }
  }

  private static func canonicalText(of members: [InputValue.Member]) -> String {
    members.filter { $0.value != .null }.sorted { $0.name < $1.name }
      .map { "\($0.name)=\(canonicalText(of: $0.value))" }.joined(separator: ",")
  }

  /// By length, so that no text can be taken for the end of another. PostgreSQL, which hashes it, takes no U+0000: the character in its
  /// place has another length.
  private static func canonicalText(of text: String) -> String {
    guard text.utf8.contains(0) else { return "\(text.utf8.count):\(text)" }
    let scalars = text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }
    return "\(text.utf8.count):\(String(String.UnicodeScalarView(scalars)))"
  }
}
