/// A JSON object as tokens have it — RFC 8259, and stricter: no member may be there twice (RFC 7515,
/// section 4; RFC 7519, section 4), so that no two readers can see different things in one token.
package struct JSONObject: Equatable, Sendable {
  package enum Value: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number written as an integer that 64 bits hold.
    case integer(Int64)
    /// Any other number, since a token has no use for it.
    case otherNumber
    case string(String)
    case array([Value])
    case object(JSONObject)
  }

  package var members: [String: Value] = [:]

  /// Nil for everything but one JSON object in UTF-8, with nothing but white space around it.
  package init?(_ json: [UInt8]) {
    var reader = JSONReader(json)
    guard let object = try? reader.readDocument() else { return nil }
    self = object
  }

  init() {}
}
