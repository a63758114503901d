import GraphQL
import Testing

@Suite("Source locations")
struct SourceLocationTests {
  @Test("Lines end at LF, CR and CRLF", arguments: ["a\nb\nc", "a\rb\rc", "a\r\nb\r\nc", "a\rb\nc"])
  func lineTerminators(text: String) throws {
    let source = Source(text)
    let offset = try #require(source.bytes.firstIndex(of: UInt8(ascii: "c")))
    #expect(source.location(at: SourcePosition(offset)) == Location(line: 3, column: 1))
  }

  @Test(
    "Columns count UTF-16 code units",
    arguments: [
      ("x", 1), ("ax", 2), ("éx", 2), ("€x", 2), ("😀x", 3), ("\u{FEFF}x", 2), ("e\u{301}x", 3),
    ])
  func columns(text: String, column: Int) throws {
    let source = Source(text)
    let offset = try #require(source.bytes.firstIndex(of: UInt8(ascii: "x")))
    #expect(source.location(at: SourcePosition(offset)) == Location(line: 1, column: column))
  }

  @Test("Offsets outside of the text count as its ends")
  func outside() {
    let source = Source("ab\ncd")
    #expect(source.location(at: SourcePosition(99)) == Location(line: 2, column: 3))
    #expect(source.location(at: SourcePosition(-1)) == Location(line: 1, column: 1))
    #expect(Source("").location(at: SourcePosition(0)) == Location(line: 1, column: 1))
  }

  @Test("A line terminator belongs to the line that it ends")
  func terminator() {
    let source = Source("ab\r\ncd")
    #expect(source.location(at: SourcePosition(2)) == Location(line: 1, column: 3))
    #expect(source.location(at: SourcePosition(4)) == Location(line: 2, column: 1))
  }

  @Test("Places far into a long text are those that counting from its start gives")
  func longText() {
    let source = Source(String(repeating: "é😀a\r\n\r\n\n\rb", count: 800))
    var line = 1
    var column = 1
    for offset in 0...source.bytes.count {
      #expect(source.location(at: SourcePosition(offset)) == Location(line: line, column: column))
      guard offset < source.bytes.count else { break }
      let next = offset + 1 < source.bytes.count ? source.bytes[offset + 1] : 0
      switch source.bytes[offset] {
      case UInt8(ascii: "\n"): (line, column) = (line + 1, 1)
      case UInt8(ascii: "\r") where next != UInt8(ascii: "\n"): (line, column) = (line + 1, 1)
      case 0x80..<0xC0: break
      case 0xF0...: column += 2
      default: column += 1
      }
    }
  }
}
