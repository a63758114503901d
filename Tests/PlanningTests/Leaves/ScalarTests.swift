import GraphQL
import SQL
import Testing

@testable import Planning

struct ScalarTests {
  @Test("Integers", arguments: [Int32.min, -1, 0, 1, 2_147_483_647])
  func integers(number: Int32) {
    #expect(LeafFormat.int4.json(bigEndian(number)) == "\(number)")
    #expect(LeafFormat.int8Number.json(bigEndian(Int64(number) * 4)) == "\(Int64(number) * 4)")
    let short = Int16(truncatingIfNeeded: number)
    #expect(LeafFormat.int2.json(bigEndian(short)) == "\(short)")
  }

  @Test(
    "A double is written in the fewest digits that name it",
    arguments: [
      (0, "0.0"), (0.1, "0.1"), (-87.5, "-87.5"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
    ] as [(Double, String)])
  func doubles(number: Double, json: String) throws {
    #expect(LeafFormat.float8.json(bigEndian(number.bitPattern)) == json)
    #expect(try JSONValue(parsing: Array(json.utf8)) == .number(json))
  }

  @Test(
    "A single is written in the fewest digits that name it among singles",
    arguments: [
      (0, "0.0"), (0.1, "0.1"), (-87.5, "-87.5"), (16_777_216, "16777216.0"),
      (.leastNonzeroMagnitude, "1e-45"),
    ] as [(Float, String)])
  func singles(number: Float, json: String) throws {
    #expect(LeafFormat.float4.json(bigEndian(number.bitPattern)) == json)
    #expect(try JSONValue(parsing: Array(json.utf8)) == .number(json))
  }

  @Test("JSON has no infinities", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(number: Double) {
    #expect(LeafFormat.float8.json(bigEndian(number.bitPattern)) == nil)
    #expect(LeafFormat.float4.json(bigEndian(Float(number).bitPattern)) == nil)
  }

  @Test func `Booleans`() {
    #expect(LeafFormat.bool.json([1]) == "true")
    #expect(LeafFormat.bool.json([0]) == "false")
    #expect(LeafFormat.bool.json([]) == nil)
  }

  @Test func `A UUID is written as UUIDValue describes it`() {
    for _ in 0..<100 {
      let value = UUIDValue(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
      #expect(LeafFormat.uuid.json(value.bytes) == "\"\(value)\"")
    }
    #expect(LeafFormat.uuid.json(Array(repeating: 0, count: 15)) == nil)
  }

  @Test("Text is a JSON string", arguments: ["", "plain", "é😀", "a\"b\\c\n", "\u{0}\u{1F}"])
  func text(text: String) throws {
    let json = try #require(LeafFormat.text.json(Array(text.utf8)))
    #expect(try JSONValue(parsing: Array(json.utf8)) == .string(text))
  }

  @Test func `An enum's value is one of those that the schema has`() {
    let format = LeafFormat.enumeration([Array("HARD".utf8), Array("SOFT".utf8)])
    #expect(format.json(Array("SOFT".utf8)) == "\"SOFT\"")
    for other in ["", "SOF", "SOFTER", "soft", "HARDSOFT"] { #expect(format.json(Array(other.utf8)) == nil) }
  }

  @Test(
    "A number of another width is refused",
    arguments: [
      (LeafFormat.int2, 2), (.int4, 4), (.int8Number, 8), (.float4, 4), (.float8, 8), (.date, 4),
      (.timestamp, 8), (.time, 8), (.uuid, 16),
    ])
  func widths(format: LeafFormat, width: Int) {
    #expect(format.json(Array(repeating: 0, count: width)) != nil)
    for count in [0, width - 1, width + 1] { #expect(format.json(Array(repeating: 0, count: count)) == nil) }
  }
}
