/// A JSON value — RFC 8259. Objects keep the order of their members.
/// Numbers keep their text, since what they mean depends on the type that they are coerced to.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Sendable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The value of the member `key` of an object; nil when there is none, or this is no object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.hasSameBytes(as: key) }?.value
  }
}
