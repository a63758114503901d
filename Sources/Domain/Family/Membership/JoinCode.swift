import Planning
import SQL
import SessionTokens

/// A code that people read to each other: Crockford's base 32, in which no two characters look alike. Letters may be
/// of either case, O is read as 0, I and L as 1; spaces and hyphens do not count, nor how wide characters are.
struct JoinCode: Hashable, Sendable {
  /// The length of a family's code: 50 random bits. The database makes it: see `random_family_code` in
  /// migrations/0010_identity.sql.
  static let familyLength = 10
  /// The length of an invitation's code: 80 bits.
  static let invitationLength = 16
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// Without hyphens.
  let text: String

  /// Nil for text that is no code of this length.
  init?(_ text: String, length: Int) {
    var characters: [UInt8] = []
    for byte in TypedText.folded(text).utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
      let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & ~0x20 : byte
      switch upper {
      case UInt8(ascii: "O"): characters.append(UInt8(ascii: "0"))
      case UInt8(ascii: "I"), UInt8(ascii: "L"): characters.append(UInt8(ascii: "1"))
      default:
        guard Self.alphabet.contains(upper) else { return nil }
        characters.append(upper)
      }
    }
    guard characters.count == length else { return nil }
    self.text = String(decoding: characters, as: UTF8.self)
  }

  /// The code of an invitation, from the first bits of a digest.
  init(_ digest: Digest) {
    text = String(
      decoding: digest.bytes.prefix(Self.invitationLength).map { Self.alphabet[Int($0 & 31)] }, as: UTF8.self)
  }

  private init(text: String) { self.text = text }

  /// The code of an invitation, of random bits.
  static func randomInvitation() -> JoinCode {
    var generator = SystemRandomNumberGenerator()
    let characters = (0..<invitationLength).map { _ in alphabet[Int(generator.next() & 31)] }
    return JoinCode(text: String(decoding: characters, as: UTF8.self))
  }

  var hash: SQLValue { .hash(of: text) }

  /// In groups of four, as in `K7QM-2XW9-…`.
  var grouped: String {
    var groups = ""
    for (index, character) in text.enumerated() {
      if index > 0 && index % 4 == 0 { groups.append("-") }
      groups.append(character)
    }
    return groups
  }
}
