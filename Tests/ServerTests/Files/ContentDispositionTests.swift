import Foundation
import Testing

@testable import Server

@Suite struct ContentDispositionTests {
  @Test(
    "A name is written for all clients, and as it is where that differs",
    arguments: [
      ("plan.pdf", "filename=\"plan.pdf\""), ("a b;c.txt", "filename=\"a b;c.txt\""), ("~'!.txt", "filename=\"~'!.txt\""),
      ("Zoë's \"plan\" 50%.pdf", "filename=\"Zo_'s _plan_ 50_.pdf\"; filename*=UTF-8''Zo%C3%AB%27s%20%22plan%22%2050%25.pdf"),
      ("a\\b", "filename=\"a_b\"; filename*=UTF-8''a%5Cb"),
      ("e\u{301}.md", "filename=\"e_.md\"; filename*=UTF-8''e%CC%81.md"),
      ("日本.csv", "filename=\"__.csv\"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.csv"),
      ("👩‍🏫", "filename=\"___\"; filename*=UTF-8''%F0%9F%91%A9%E2%80%8D%F0%9F%8F%AB"),
      ("a\r\nb", "filename=\"a__b\"; filename*=UTF-8''a%0D%0Ab"), ("\u{7F}", "filename=\"_\"; filename*=UTF-8''%7F"),
      ("%41!#$&+-.^_`|~*()", "filename=\"_41!#$&+-.^_`|~*()\"; filename*=UTF-8''%2541!#$&+-.^_`|~%2A%28%29"),
    ])
  func names(name: String, parameters: String) {
    #expect(ContentDisposition.value(isInline: false, name: name) == "attachment; \(parameters)")
    #expect(ContentDisposition.value(isInline: true, name: name) == "inline; \(parameters)")
  }

  @Test("No character of a name leaves the quotes, and each comes back from its bytes")
  func allCharacters() {
    for value in (0..<0x300 as Range<UInt32>) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let name = "a\(scalar)b"
      let text = ContentDisposition.value(isInline: true, name: name)
      #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
      let quoted = text.split(separator: "\"", omittingEmptySubsequences: false)
      #expect(quoted.count == 3)
      let encoded = quoted[2].split(separator: "''").dropFirst().first.map(String.init)
      #expect(encoded.map { $0.removingPercentEncoding == name } ?? (quoted[1] == name))
    }
  }
}
