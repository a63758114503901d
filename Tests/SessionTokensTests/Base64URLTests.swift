import Testing

@testable import SessionTokens

struct Base64URLTests {
  /// RFC 4648, section 10, without its padding; RFC 7515, appendix C.
  @Test(
    "The published examples, in both directions",
    arguments: [
      ([], ""),
      (Array("f".utf8), "Zg"),
      (Array("fo".utf8), "Zm8"),
      (Array("foo".utf8), "Zm9v"),
      (Array("foob".utf8), "Zm9vYg"),
      (Array("fooba".utf8), "Zm9vYmE"),
      (Array("foobar".utf8), "Zm9vYmFy"),
      ([3, 236, 255, 224, 193], "A-z_4ME"),
    ] as [([UInt8], String)])
  func publishedExamples(bytes: [UInt8], text: String) {
    #expect(Base64URL.encode(bytes) == text)
    #expect(Base64URL.decode(Array(text.utf8)[...]) == bytes)
  }

  @Test("Bytes come back as they were", arguments: 0..<70)
  func roundTrip(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 151 + count) }
    #expect(Base64URL.decode(Array(Base64URL.encode(bytes).utf8)[...]) == bytes)
  }

  @Test(
    "Every spelling but the one is refused",
    arguments: [
      "Zg==", "Zm8=", "Zg=", "=", "A+z/4ME", "A-z/4ME", " Zg", "Zg ", "Zm 9v", "Zm9v\n", "Zm9v\r\n",
      "Z", "Zm9vY", "Zh", "Zm9", "Zm9vYn", "Zm8\0", "Zm9é", "Zm9v.", "\u{FF21}AAA",
    ])
  func strictness(text: String) {
    #expect(Base64URL.decode(Array(text.utf8)[...]) == nil)
  }
}
