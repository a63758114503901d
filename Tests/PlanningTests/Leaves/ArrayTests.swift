import SQL
import Testing

@testable import Planning

struct ArrayTests {
  /// An array of one dimension; a nil element is null.
  private func cell(_ elements: [[UInt8]?], element: SQLType) -> [UInt8] {
    let head = bigEndian(Int32(1)) + bigEndian(Int32(0)) + bigEndian(element.rawValue)
    return head + bigEndian(Int32(elements.count)) + bigEndian(Int32(1))
      + elements.flatMap { bytes in
        bytes.map { bigEndian(Int32($0.count)) + $0 } ?? bigEndian(Int32(-1))
      }
  }

  private let empty = bigEndian(Int32(0)) + bigEndian(Int32(0)) + bigEndian(SQLType.text.rawValue)

  @Test func `An array is a list of its elements`() {
    #expect(
      LeafFormat.list(.text).json(cell([Array("a\"".utf8), [], Array("b".utf8)], element: .text))
        == #"["a\"","","b"]"#)
    #expect(LeafFormat.list(.int4).json(cell([bigEndian(Int32(-7))], element: .int4)) == "[-7]")
    #expect(LeafFormat.list(.bool).json(cell([[1], [0]], element: .bool)) == "[true,false]")
    #expect(
      LeafFormat.list(.date).json(cell([bigEndian(Int32(0)), bigEndian(Int32(59))], element: .date))
        == #"["2000-01-01","2000-02-29"]"#)
  }

  @Test func `An empty array has no dimension`() {
    #expect(LeafFormat.list(.text).json(empty) == "[]")
  }

  @Test func `An array with a null in it is refused`() {
    #expect(LeafFormat.list(.text).json(cell([Array("a".utf8), nil], element: .text)) == nil)
  }

  @Test func `An array with an element that has no JSON is refused`() {
    #expect(LeafFormat.list(.float8).json(cell([bigEndian(Double.nan.bitPattern)], element: .float8)) == nil)
    #expect(LeafFormat.list(.enumeration([[65]])).json(cell([[66]], element: .text)) == nil)
  }

  @Test func `An array of two dimensions is refused`() {
    #expect(LeafFormat.list(.int4).json(bigEndian(Int32(2)) + Array(repeating: 0, count: 24)) == nil)
  }

  @Test func `An array that ends too early is refused`() {
    let whole = cell([Array("one".utf8), Array("two".utf8)], element: .text)
    #expect(LeafFormat.list(.text).json(whole) == #"["one","two"]"#)
    for count in 0..<whole.count { #expect(LeafFormat.list(.text).json(Array(whole.prefix(count))) == nil) }
  }

  @Test func `An array that claims more than it holds is refused`() {
    var huge = cell([], element: .text)
    huge.replaceSubrange(12..<16, with: bigEndian(Int32.max))
    #expect(LeafFormat.list(.text).json(huge) == nil)
    var long = cell([[]], element: .text)
    long.replaceSubrange(20..<24, with: bigEndian(Int32.max))
    #expect(LeafFormat.list(.text).json(long) == nil)
  }
}
