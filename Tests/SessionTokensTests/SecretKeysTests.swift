import Testing

@testable import SessionTokens

struct SecretKeysTests {
  private static let first = "0123456789abcdef0123456789abcdef"
  private static let second = "fedcba9876543210fedcba9876543210"

  @Test("Secrets are read from a list with commas, and white space around them does not count")
  func list() throws {
    let keys = try SecretKeys(commaSeparated: " \(Self.first)\t,\(Self.second)\r\n")
    let same = try SecretKeys([Array(Self.first.utf8), Array(Self.second.utf8)])
    #expect(keys.keys.map(\.id) == same.keys.map(\.id))
    #expect(keys.signing.id == keys.keys[0].id)
    #expect(Set(keys.keys.map(\.id)).count == 2)
  }

  @Test(
    "Secrets that would not protect anything are refused",
    arguments: [
      ("", .none),
      (" \n", .none),
      ("short", .tooShort(position: 1, length: 5)),
      ("0123456789abcdef0123456789abcde", .tooShort(position: 1, length: 31)),
      ("                                     x", .tooShort(position: 1, length: 1)),
      (first + ",", .tooShort(position: 2, length: 0)),
      ("," + first, .tooShort(position: 1, length: 0)),
      (first + "," + second + ", " + first, .repeated(position: 3)),
    ] as [(String, SecretKeysError)])
  func refusals(text: String, expected: SecretKeysError) {
    #expect(throws: expected) { try SecretKeys(commaSeparated: text) }
  }

  @Test("An error names the place and the need, and no secret")
  func wording() throws {
    let error = #expect(throws: SecretKeysError.self) {
      try SecretKeys(commaSeparated: "\(Self.first),hunter2")
    }
    let message = try #require(error).description
    #expect(message.hasPrefix("Secret 2 has 7 bytes; at least 32 are needed."))
    #expect(!message.contains("hunter2"))
  }

  @Test("No dump or description shows a key")
  func secrecy() throws {
    let keys = try SecretKeys(commaSeparated: Self.first)
    var text = "\(keys)" + String(reflecting: keys)
    dump(keys, to: &text)
    #expect(!text.contains("hmac"))
    #expect(!text.contains(keys.signing.id))
  }
}
