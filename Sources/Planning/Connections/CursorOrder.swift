import GraphQL
import SQL

/// The order that cursors are places in. A cursor is good for no other.
///
/// A cursor holds the values that order its row. Its holder has seen or may see them: fields that may be refused do
/// not order lists. A made-up cursor asks for the rows after made-up values, among rows that are the viewer's own
/// anyway.
struct CursorOrder: Hashable, Sendable {
  let types: [SQLType]
  /// Tells the order, and the type that is ordered, from others.
  private let fingerprint: UInt64

  /// - Returns: nil when a value has no type that is known.
  init?(_ terms: [OrderTerm], of typeName: String) {
    var types: [SQLType] = []
    var text = typeName
    for term in terms {
      guard let type = term.type else { return nil }
      types.append(type)
      text += " \(term.name) \(type.rawValue) \(term.isDescending) \(term.isNullable && term.putsNullsFirst)"
    }
    self.types = types
    fingerprint = Checksum.of(text.utf8)
  }

  /// How many bytes a cursor may have: the values of `FilterBounds.orderTerms`, and some.
  private static let maximumBytes = 16_384

  // MARK: Writing

  /// A cursor, by the values of its row as text; nil for null.
  ///
  ///     base64url(checksum ‖ fingerprint ‖ values)
  ///
  /// Each value is a byte that says whether there is one, then its length and its bytes.
  func cursor(at values: [[UInt8]?]) -> [UInt8] {
    var payload: [UInt8] = []
    payload.append(bigEndian: fingerprint)
    for value in values {
      payload.append(value == nil ? 0 : 1)
      guard let value else { continue }
      payload.append(bigEndian: UInt32(truncatingIfNeeded: value.count))
      payload += value
    }
    var bytes: [UInt8] = []
    bytes.append(bigEndian: Checksum.of(payload))
    return Base64URLText.encode(bytes + payload)
  }

  // MARK: Reading

  /// The value at a position of the order.
  /// - Throws: `ArgumentProblem` for everything but a cursor of this order, as it was written.
  func value(at position: Int, of argument: InputValue?) throws(ArgumentProblem) -> SQLValue {
    guard let text = argument?.text, text.utf8.count <= Self.maximumBytes, let values = values(of: text) else {
      throw ArgumentProblem(message: "is no cursor of this list in this order.")
    }
    guard let value = values[position] else { return .null(types[position]) }
    switch types[position] {
    case .text, .varchar: return .text(value)
    case .uuid: return UUIDValue(value).map { .uuid($0) } ?? .null(.uuid)
    default: return .literal(value, types[position])
    }
  }

  private func values(of cursor: String) -> [String?]? {
    guard let bytes = Base64URLText.decode(Array(cursor.utf8)), bytes.count >= 16 else { return nil }
    let payload = bytes[8...]
    guard bytes[..<8].bigEndian == Checksum.of(payload), payload.prefix(8).bigEndian == fingerprint else { return nil }
    var rest = payload.dropFirst(8)
    var values: [String?] = []
    for type in types {
      guard let isThere = rest.popFirst(), isThere <= 1 else { return nil }
      guard isThere == 1 else {
        values.append(nil)
        continue
      }
      guard rest.count >= 4 else { return nil }
      let length = Int(rest.prefix(4).bigEndian)
      rest = rest.dropFirst(4)
      guard length <= rest.count, let text = String(validating: rest.prefix(length), as: UTF8.self),
        Operand.isLiteral(text, of: type)
      else { return nil }
      values.append(text)
      rest = rest.dropFirst(length)
    }
    return rest.isEmpty ? values : nil
  }
}

/// Where the values of a cursor are in the rows of a level.
struct CursorLayout: Sendable {
  let order: CursorOrder
  let columns: [Int]
}

/// Finds what was changed by mistake, or by somebody who does not know how cursors are made: FNV-1a.
enum Checksum {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}

extension ArraySlice<UInt8> {
  /// The integer of the bytes, of which there are at most eight.
  fileprivate var bigEndian: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
