import GraphQL
import Planning
import SQL
import Domain
import SessionTokens
import Testing

/// The ids of NFC cards (BG-08).
struct PickupCardIDTests {
  private static let school = UUIDValue(high: 0x0199_3f5e_7b01_7c23, low: 0x8d45_6789_abcd_ef00)
  private static let key = [UInt8](repeating: 7, count: 32)

  private func card(
    _ text: String, _ order: CardByteOrder = .asPrinted
  ) throws(MutationFailure) -> PickupCardID {
    try PickupCardID(MutationInput(.object([.init("cardId", .scalar(text))])), order: order)
  }

  private func lookups(_ card: PickupCardID, in school: UUIDValue = school, _ keys: [[UInt8]] = [key]) throws -> [SQLValue] {
    card.lookups(in: school, try SecretKeys(keys))
  }

  @Test(arguments: [
    ("DEADBEEF", [0xDE, 0xAD, 0xBE, 0xEF]),
    ("04A22B7C1D6480", [0x04, 0xA2, 0x2B, 0x7C, 0x1D, 0x64, 0x80]),
    ("e0:04:01:50:12:34:56:78", [0xE0, 0x04, 0x01, 0x50, 0x12, 0x34, 0x56, 0x78]),
    ("04-00-11-22-33-44-55-66-77-ff", [0x04, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0xFF]),
    // Only the four bytes of a single size can be random or cut.
    ("08A22B7C1D6480", [0x08, 0xA2, 0x2B, 0x7C, 0x1D, 0x64, 0x80]),
    ("88A22B7C1D6480", [0x88, 0xA2, 0x2B, 0x7C, 0x1D, 0x64, 0x80]),
    ("DE AD BE 88", [0xDE, 0xAD, 0xBE, 0x88]),
  ] as [(String, [UInt8])])
  func `An id has 4, 7, 8 or 10 bytes`(text: String, bytes: [UInt8]) throws {
    #expect(try card(text).bytes == bytes)
  }

  @Test(arguments: ["04:a2:2b:7c:1d:64:80", "04-A2-2B-7C-1D-64-80", " 04 a2 2B 7c 1D 64 80 ", "04a2:2b7c 1d-6480"])
  func `Case and separators do not count`(text: String) throws {
    let (card, plain) = (try card(text), try card("04A22B7C1D6480"))
    #expect(card == plain)
    #expect(try lookups(card) == lookups(plain))
  }

  /// Digits at full width and hyphens of other forms, as a Japanese keyboard and a copied text have them.
  @Test(arguments: ["DEADBEE\u{FF26}", "DE\u{2010}ADBEEF", "\u{FF24}\u{FF25}\u{3000}ADBEEF"])
  func `Wide digits and other hyphens are those of the plain form`(text: String) throws {
    #expect(try card(text) == card("DEADBEEF"))
  }

  private static let form = "must have hexadecimal digits, with or without"
  private static let size = "must have 4, 7, 8 or 10 bytes, two hexadecimal digits each, got"

  @Test(arguments: [
    ("", "must have 1 to 40 characters, got 0."), (" ", "must not be blank."), ("::", "\(size) 0 digits."),
    ("DEADBEE", "\(size) 7 digits."), ("DEADBEEF0", "\(size) 9 digits."), ("DEADBEEF01", "\(size) 10 digits."),
    ("DEADBEEF0102", "\(size) 12 digits."), ("DEADBEEF0102030405", "\(size) 18 digits."),
    ("DEADBEEF010203040506FF", "\(size) 22 digits."),
    ("0xDEADBEEF", form), ("DEADBEEG", form), ("DE.AD.BE.EF", form), ("DEADBEE\u{0416}", form),
    ("DEADBEEF\n", "must not contain the character U+000A."),
    // The length of a text is checked before anything else of it.
    (String(repeating: "G", count: 41), "must have 1 to 40 characters, got 41."),
    ("DEADBEEF" + String(repeating: " ", count: 33), "must have 1 to 40 characters, got 41."),
    ("08112233", "is a random id, which begins with 08"), ("88:04:A2:2B", "is the beginning of a longer id, which 88 marks"),
  ])
  func `Other texts are refused with a message that names the field`(text: String, message: String) throws {
    let failure = #expect(throws: MutationFailure.self) { try card(text) }
    guard case .invalid(let text, let path)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(text.hasPrefix("\"cardId\" \(message)"), "\(text)")
    #expect(path == ["input", "cardId"])
  }

  @Test(arguments: [.null, .object([])] as [InputValue])
  func `A card needs an id`(value: InputValue) {
    let input = MutationInput(value == .null ? .object([.init("cardId", .null)]) : value)
    #expect(throws: MutationFailure.self) { try PickupCardID(input) }
  }

  // MARK: Byte order

  @Test(arguments: [
    ("04A22B7C1D6480", "80641D7C2BA204"), ("DEADBEEF", "EFBEADDE"), ("E004015012345678", "78563412500104E0"),
    ("040011223344556677FF", "FF776655443322110004"),
  ])
  func `Two byte orders of a card match by the declared order alone`(printed: String, reversed: String) throws {
    let stored = try card(printed)
    #expect(try card(reversed, .reversed) == stored)
    #expect(try lookups(card(reversed, .reversed)) == lookups(stored))
    // The same text from a reader of the other order is another card.
    #expect(try card(reversed) != stored)
    #expect(try lookups(card(reversed)) != lookups(stored))
    #expect(try lookups(card(printed, .reversed)) != lookups(stored))
  }

  @Test(arguments: [("33221108", "is a random id"), ("2BA20488", "is the beginning of a longer id")])
  func `Random and cut ids are found in the declared order`(text: String, message: String) throws {
    let failure = #expect(throws: MutationFailure.self) { try card(text, .reversed) }
    guard case .invalid(let refusal, _)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(refusal.hasPrefix("\"cardId\" \(message)"))
    #expect(try card(text).bytes.count == 4)
  }

  @Test func `Byte orders have the names that readers declare`() {
    #expect(CardByteOrder.allCases.map(\.rawValue) == ["AS_PRINTED", "REVERSED"])
  }

  // MARK: Look-ups

  @Test func `A look-up is the HMAC of the school and the card`() throws {
    let message = Array("pickup card".utf8) + [0] + Self.school.bytes + [0xDE, 0xAD, 0xBE, 0xEF]
    let code = HMAC(key: Self.key).authenticationCode(for: message)
    #expect(try lookups(card("DEADBEEF")) == [.literal("\\x\(code.hexadecimal)", .bytea)])
  }

  @Test func `Look-ups differ by card, school and secret`() throws {
    let (one, other) = (try card("DEADBEEF"), try card("DEADBEEE"))
    let all = try [
      lookups(one), lookups(other), lookups(one, in: UUIDValue(high: 1, low: 2)),
      lookups(one, [[UInt8](repeating: 8, count: 32)]),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test func `A card that was linked before a rotation is found`() throws {
    let new = [UInt8](repeating: 8, count: 32)
    let before = try lookups(card("DEADBEEF"))
    let rotated = try lookups(card("DEADBEEF"), [new, Self.key])
    #expect(rotated.count == 2 && rotated[1] == before[0] && rotated[0] != before[0])
  }
}
