import GraphQL

/// The parameters of a request in the query of its URL — GraphQL over HTTP, "GET":
///
///     ?query=query(%24id:ID!){course(id:%24id){name}}&variables=%7B%22id%22:%22…%22%7D
///
/// The form is `application/x-www-form-urlencoded` of the URL standard, but malformed text is refused
/// where the standard guesses.
enum URLParameters {
  /// The longest query, in bytes. Longer requests are sent by POST.
  static let maximumLength = 16 << 10

  /// These are JSON; the others are text.
  private static let json = ["variables", "extensions"]

  /// The parameters as the members of a JSON object. One that is empty counts as absent.
  static func parse(_ query: String) throws(Refusal) -> JSONValue {
    guard query.utf8.count <= maximumLength else {
      throw .queryTooLong(count: query.utf8.count, maximum: maximumLength)
    }
    var members: [JSONValue.Member] = []
    var names: Set<[UInt8]> = []
    for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = try decode(pair[..<equals], in: "The name of a URL parameter")
      guard names.insert(Array(name.utf8)).inserted else {
        throw malformed("\(described(name)) is given more than once.")
      }
      let text = try decode(pair[equals...].dropFirst(), in: described(name))
      guard !text.isEmpty else { continue }
      members.append(JSONValue.Member(name, json.contains(name) ? try parse(json: text, of: name) : .string(text)))
    }
    return .object(members)
  }

  private static func parse(json text: String, of name: String) throws(Refusal) -> JSONValue {
    do {
      return try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw malformed("\(described(name)) is not JSON: \(error.message)")
    }
  }

  /// `+` is a space, `%` with two hexadecimal digits a byte, and the bytes are UTF-8.
  private static func decode(_ text: Substring.UTF8View, in subject: String) throws(Refusal) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else {
          throw malformed("\(subject) has a \"%\" that two hexadecimal digits do not follow.")
        }
        bytes.append(high << 4 | low)
      case 0x21..<0x7F: bytes.append(byte)
      default: throw malformed("\(subject) has a byte that must be percent-encoded.")
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw malformed("\(subject) is not UTF-8.")
    }
    return decoded
  }

  private static func described(_ name: String) -> String { "The URL parameter \"\(name.prefix(40))\"" }

  private static func malformed(_ message: String) -> Refusal {
    .malformed(GraphQLError(message, code: .badUserInput))
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  fileprivate var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
