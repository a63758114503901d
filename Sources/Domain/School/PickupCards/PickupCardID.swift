package import Planning
package import SQL
package import SessionTokens

/// The id of an NFC card that asks for the children of a parent (BG-08), in the byte order of printed cards.
///
/// Each card has one form here. A search for both byte orders would match the cards of strangers.
package struct PickupCardID: Hashable, Sendable {
  /// The numbers of bytes that ids have: ISO/IEC 14443-3 has 4, 7 and 10; ISO/IEC 15693 and JIS X 6319-4 have 8.
  package static let lengths = [4, 7, 8, 10]
  /// The numbers of characters of a text, separators included.
  private static let characters = 1...40
  /// The first byte of a single-size id that the card draws anew for each reader: ISO/IEC 14443-3, UID0.
  private static let randomMark: UInt8 = 0x08
  /// The cascade tag: the first byte of four that are the beginning of a longer id — ISO/IEC 14443-3, CT.
  private static let cascadeTag: UInt8 = 0x88

  package let bytes: [UInt8]

  /// Reads a field such as `04:a2:2b:7c:1d:64:80`. Case and the separators `:`, `-` and space do not count.
  /// - Parameter order: the byte order that the reader declares.
  package init(
    _ input: MutationInput, _ field: String = "cardId", order: CardByteOrder = .asPrinted
  ) throws(MutationFailure) {
    let path = input.path(of: field)
    // The length comes first: nothing else reads a long text.
    guard let text = try input.text(field, characters: Self.characters) else {
      throw .invalid("\"\(field)\" must not be null.", at: path)
    }
    var digits: [UInt8] = []
    for byte in TypedText.folded(text).utf8 where !": -".utf8.contains(byte) {
      guard let digit = Self.digit(byte) else {
        throw .invalid(
          "\"\(field)\" must have hexadecimal digits, with or without \":\", \"-\" or spaces, such as 04:A2:2B:7C:1D:64:80.",
          at: path)
      }
      digits.append(digit)
    }
    guard Self.lengths.contains(where: { $0 * 2 == digits.count }) else {
      throw .invalid(
        "\"\(field)\" must have 4, 7, 8 or 10 bytes, two hexadecimal digits each, got \(digits.count) digits.", at: path)
    }
    let bytes = order.printed(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    if bytes.count == 4 {
      if bytes[0] == Self.randomMark {
        throw .invalid(
          "\"\(field)\" is a random id, which begins with 08: this card or telephone shows another one each time.", at: path)
      }
      if bytes[0] == Self.cascadeTag {
        throw .invalid(
          "\"\(field)\" is the beginning of a longer id, which 88 marks: the reader must report all 7 or 10 bytes.", at: path)
      }
    }
    self.bytes = bytes
  }

  /// The hashes by which a school finds the card: one for each secret, the one to store first.
  ///
  /// Ids can be guessed: a hash without a secret would hide none. The school is part of the hash: the rows of two
  /// schools do not reveal a parent with children at both.
  /// - Parameter secrets: secrets that last as long as cards do. A secret that is removed makes the cards unknown that were linked
  ///   under it; the secrets of session tokens are removed when the tokens have expired.
  package func lookups(in school: UUIDValue, _ secrets: SecretKeys) -> [SQLValue] {
    secrets.derivedCodes(for: "pickup card", school.bytes + bytes).map { .literal("\\x\($0.hexadecimal)", .bytea) }
  }

  /// The same as one value of the type `bytea[]`.
  func hashes(in school: UUIDValue, _ secrets: SecretKeys) -> SQLValue {
    let hashes = secrets.derivedCodes(for: "pickup card", school.bytes + bytes).map { "\"\\\\x\($0.hexadecimal)\"" }
    return .literal("{\(hashes.joined(separator: ","))}", .byteaArray)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
