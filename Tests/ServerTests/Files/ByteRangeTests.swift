import Testing

@testable import Server

@Suite struct ByteRangeTests {
  @Test(
    "One range is answered with that part, and all that is no range with the whole",
    arguments: [
      ("bytes=90-200", ByteRange.part(90..<100)), ("bytes=-5", .part(95..<100)), ("bytes=100-", .unsatisfiable),
      ("bytes=0-1,5-6", .whole), ("bytes=0-0", .part(0..<1)), ("bytes=99-", .part(99..<100)), ("bytes=0-", .part(0..<100)),
      ("bytes=0-99", .part(0..<100)), ("bytes=-0", .unsatisfiable), ("bytes=-100", .part(0..<100)),
      ("bytes=-101", .part(0..<100)), ("bytes=-99999999999999999999999", .part(0..<100)),
      ("bytes=5-99999999999999999999999", .part(5..<100)), ("bytes=99999999999999999999999-", .unsatisfiable),
      ("bytes=18446744073709551616-", .unsatisfiable), ("bytes=9223372036854775807-", .unsatisfiable),
      ("bytes=0-9223372036854775807", .part(0..<100)), ("bytes=-9223372036854775807", .part(0..<100)),
      ("BYTES=1-2", .part(1..<3)), ("bytes= 1-2 ", .part(1..<3)), ("bytes=1-2,", .part(1..<3)), ("bytes=,1-2", .part(1..<3)),
      ("bytes=\t1-2", .part(1..<3)), ("bytes=0000001-02", .part(1..<3)),
      ("bytes=2-1", .whole), ("bytes=-", .whole), ("bytes=", .whole), ("bytes", .whole), ("", .whole), ("=1-2", .whole),
      ("bytes=1", .whole), ("bytes=a-b", .whole), ("bytes=1-b", .whole), ("bytes=--5", .whole), ("bytes=1--5", .whole),
      ("bytes=1-2-3", .whole), ("bytes=+1-2", .whole), ("bytes=0x1-2", .whole), ("bytes=1 -2", .whole), ("bytes=1- 2", .whole),
      ("bytes=1.5-2", .whole), ("items=0-5", .whole), ("bytes:0-5", .whole), ("bytes=0-5;6-7", .whole), ("bytes =0-5", .whole),
      ("bytes=１-2", .whole), ("bytes=0-1,0-1,0-1", .whole), ("bytes=-1,-1", .whole),
      ("bytes=" + String(repeating: "0-1,", count: 1000), .whole),
    ])
  func ranges(header: String, range: ByteRange) {
    #expect(ByteRange(header, of: 100) == range)
  }

  @Test("Without the header the whole is asked for, and of one byte each range is that byte or none")
  func least() {
    #expect(ByteRange(nil, of: 1) == .whole)
    #expect(ByteRange("bytes=0-", of: 1) == .part(0..<1))
    #expect(ByteRange("bytes=-7", of: 1) == .part(0..<1))
    #expect(ByteRange("bytes=1-", of: 1) == .unsatisfiable)
  }

  @Test("Every pair of positions gives the bytes that both bounds leave")
  func all() {
    for count in 1...12 {
      for first in 0...14 {
        #expect(ByteRange("bytes=\(first)-", of: count) == (first < count ? .part(first..<count) : .unsatisfiable))
        let suffix: ByteRange = first == 0 ? .unsatisfiable : .part(max(0, count - first)..<count)
        #expect(ByteRange("bytes=-\(first)", of: count) == suffix)
        for last in 0...14 {
          let expected: ByteRange =
            last < first ? .whole : first < count ? .part(first..<min(last + 1, count)) : .unsatisfiable
          #expect(ByteRange("bytes=\(first)-\(last)", of: count) == expected)
        }
      }
    }
  }
}
