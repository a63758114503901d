import SQL
import Domain
import SessionTokens
import Testing

/// The tokens of card readers (BG-09).
struct ReaderTokenTests {
  @Test func `A token has a prefix and 32 random bytes`() throws {
    let tokens = (0..<100).map { _ in ReaderToken.random() }
    #expect(Set(tokens).count == tokens.count)
    for token in tokens {
      #expect(token.text.hasPrefix("hatched_reader_"))
      #expect(Base64URL.decode(Array(token.text.utf8.dropFirst(15))[...])?.count == 32)
      #expect(ReaderToken(token.text) == token)
    }
  }

  @Test func `The database gets the SHA-256 of the whole text`() throws {
    let token = try #require(ReaderToken("hatched_reader_" + String(repeating: "A", count: 43)))
    // printf hatched_reader_AAA… | sha256sum
    let hash = "78be58ae9ce691e9a55b67dedd4eb22afe24faa7224822601e97c938dc562ed7"
    #expect(token.hash == .literal("\\x\(hash)", .bytea))
  }

  @Test(arguments: [
    "", "hatched_reader_", "hatched_reader_" + String(repeating: "A", count: 42),
    "hatched_reader_" + String(repeating: "A", count: 44),
    "hatched_reader_" + String(repeating: "A", count: 42) + "B", "hatched_reader_" + String(repeating: "A", count: 42) + "=",
    "HATCHED_READER_" + String(repeating: "A", count: 43), String(repeating: "A", count: 43),
    " hatched_reader_" + String(repeating: "A", count: 43), "hatched_reader_" + String(repeating: "A", count: 10_000),
  ])
  func `A text of another form is no token`(text: String) { #expect(ReaderToken(text) == nil) }
}
