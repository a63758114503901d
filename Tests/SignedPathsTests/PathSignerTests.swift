import SessionTokens
import SignedPaths
import Testing

struct PathSignerTests {
  private static let now: Int64 = 1_790_000_000
  private let path = SignedPath(slot: PathSlot(at: now), subject: Array("whose picture".utf8))

  private static func secrets(_ letters: Character...) throws -> SecretKeys {
    try SecretKeys(letters.map { Array(String(repeating: $0, count: 32).utf8) })
  }

  private func signer(_ letters: Character..., purpose: String = "pictures") throws -> PathSigner {
    PathSigner(try SecretKeys(letters.map { Array(String(repeating: $0, count: 32).utf8) }), for: purpose)
  }

  @Test("The text of a claim is the same each time, and has nothing that an address must encode")
  func text() throws {
    let text = try signer("a").text(of: path)
    #expect(text == (try signer("a").text(of: path)))
    #expect(text == (try signer("a").text(signing: path.bytes)))
    #expect(text.wholeMatch(of: /[A-Za-z0-9_-]{44}/) != nil)
    #expect(try signer("a").path(in: text, at: Self.now) == path)
  }

  @Test("The code is the beginning of an HMAC under a key of the purpose")
  func code() throws {
    let text = try signer("a").text(of: path)
    let key = try Self.secrets("a").derivedCodes(for: "signed paths", Array("pictures".utf8))[0]
    let code = HMAC(key: key.bytes).authenticationCode(for: path.bytes).bytes.prefix(16)
    #expect(Base64URL.decode(Array(text.utf8)[...]) == path.bytes + code)
  }

  @Test("No byte of a text can be another one")
  func altered() throws {
    let signer = try signer("a")
    let text = Array(signer.text(of: path))
    for index in text.indices {
      for other in "AQgw09_-" where other != text[index] {
        var altered = text
        altered[index] = other
        #expect(signer.path(in: String(altered), at: Self.now) == nil)
      }
    }
  }

  @Test(
    "A text that was never signed is refused",
    arguments: ["", "A", "AAAA", "AAAAAAAAAAAAAAAAAAAAAA", "=", "%41", "é", String(repeating: "A", count: 1_024), String(repeating: "A", count: 4_096)])
  func unsigned(text: String) throws {
    #expect(try signer("a").path(in: text, at: Self.now) == nil)
  }

  @Test("Neither a prefix of a text nor more than the text is good")
  func lengths() throws {
    let signer = try signer("a")
    let text = signer.text(of: path)
    for count in 0..<text.count { #expect(signer.path(in: text.prefix(count), at: Self.now) == nil) }
    for more in ["A", "AAAA", "="] { #expect(signer.path(in: text + more, at: Self.now) == nil) }
  }

  @Test("An address of one purpose is none of another")
  func purposes() throws {
    let text = try signer("a").text(of: path)
    #expect(try signer("a", purpose: "picture").path(in: text, at: Self.now) == nil)
    #expect(try signer("b").path(in: text, at: Self.now) == nil)
  }

  @Test("A new secret signs, and the one before it still verifies")
  func rotation() throws {
    let old = try signer("a").text(of: path)
    let both = try signer("b", "a")
    #expect(both.path(in: old, at: Self.now) == path)
    #expect(both.text(of: path) == (try signer("b").text(of: path)))
    #expect(try signer("b").path(in: old, at: Self.now) == nil)
  }

  @Test("An address ends with the slot after its own")
  func expiry() throws {
    let signer = try signer("a")
    let text = signer.text(of: path)
    #expect(signer.path(in: text, at: path.slot.end - 1) == path)
    #expect(signer.path(in: text, at: path.slot.end) == nil)
    #expect(signer.path(in: text, at: Self.now - 3_600) == nil)
  }

  @Test("Other bytes are signed as they are")
  func message() throws {
    let signer = try signer("a")
    let text = signer.text(signing: [1, 2, 3])
    #expect(signer.message(in: text) == [1, 2, 3])
    #expect(signer.path(in: text, at: Self.now) == nil)
    #expect(try self.signer("b").message(in: text) == nil)
    #expect(signer.message(in: text + "A") == nil)
  }

  @Test("A claim without a subject can be signed")
  func empty() throws {
    let signer = try signer("a")
    let path = SignedPath(slot: PathSlot(at: Self.now), subject: [])
    #expect(signer.path(in: signer.text(of: path), at: Self.now) == path)
  }
}
