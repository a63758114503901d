import SQL
import Testing

struct UUIDValueTests {
  private static func random() -> UUIDValue {
    UUIDValue(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
  }

  @Test func `The text is lower case, with hyphens after 8, 12, 16 and 20 digits`() {
    let value = UUIDValue(high: 0x0199_3F5E_7B01_7C23, low: 0x8D45_6789_ABCD_EF00)
    #expect(value.description == "01993f5e-7b01-7c23-8d45-6789abcdef00")
    #expect(UUIDValue(high: 0, low: 1).description == "00000000-0000-0000-0000-000000000001")
    #expect(UUIDValue(high: .max, low: .max).description == "ffffffff-ffff-ffff-ffff-ffffffffffff")
  }

  @Test func `Every value is read back from its text, in either case`() throws {
    for _ in 0..<1000 {
      let value = Self.random()
      try #require(UUIDValue(value.description) == value)
      try #require(UUIDValue(value.description.uppercased()) == value)
    }
  }

  @Test func `Every value is read back from its bytes`() throws {
    for _ in 0..<1000 {
      let value = Self.random()
      try #require(value.bytes.count == 16)
      try #require(value.bytes.withUnsafeBufferPointer { UUIDValue(bytes: $0) } == value)
    }
  }

  @Test func `Bytes and text say the same`() {
    let value = UUIDValue(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
    #expect(value.bytes == Array(0...15))
    #expect(value.description == "00010203-0405-0607-0809-0a0b0c0d0e0f")
  }

  @Test("There are 16 bytes, no more and no fewer", arguments: [0, 1, 15, 17, 32])
  func byteCounts(count: Int) {
    let bytes = [UInt8](repeating: 7, count: count)
    #expect(bytes.withUnsafeBufferPointer { UUIDValue(bytes: $0) } == nil)
  }

  @Test(
    "Every other form is refused",
    arguments: [
      "", "-", "0", "01993f5e7b017c238d456789abcdef00", "{01993f5e-7b01-7c23-8d45-6789abcdef00}",
      "01993f5e-7b01-7c23-8d45-6789abcdef0", "01993f5e-7b01-7c23-8d45-6789abcdef000",
      "01993f5e-7b01-7c23-8d45-6789abcdef00 ", " 01993f5e-7b01-7c23-8d45-6789abcdef00",
      "01993f5e-7b017-c23-8d45-6789abcdef00", "01993f5g-7b01-7c23-8d45-6789abcdef00",
      "01993f5e-7b01-7c23-8d45-6789abcdef0é", "０1993f5e-7b01-7c23-8d45-6789abcdef00",
      "01993f5e_7b01_7c23_8d45_6789abcdef00", "01993f5e-7b01-7c23-8d45-6789abcdef0\u{0}",
      "--------------------------------", "01993f5e-7b01-7c23-8d45--789abcdef00",
      "urn:uuid:01993f5e-7b01-7c23-8d45-6789abcdef00",
    ])
  func refusals(text: String) {
    #expect(UUIDValue(text) == nil)
  }

  @Test func `A text with any one byte changed is another value or none`() throws {
    for _ in 0..<500 {
      let value = Self.random()
      var text = Array(value.description.utf8)
      let position = Int.random(in: 0..<text.count)
      text[position] = UInt8.random(in: 0x20...0x7E)
      let changed = String(decoding: text, as: UTF8.self)
      guard changed.lowercased() != value.description else { continue }
      try #require(UUIDValue(changed) != value, "\(changed)")
      if let read = UUIDValue(changed) { try #require(read.description == changed.lowercased()) }
    }
  }

  @Test func `Equal values are one key`() {
    let keys: Set = [UUIDValue(high: 1, low: 2), UUIDValue(high: 1, low: 2), UUIDValue(high: 2, low: 1)]
    #expect(keys.count == 2)
  }
}
