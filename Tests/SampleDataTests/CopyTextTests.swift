import SQL
import Testing

@testable import SampleData

struct CopyTextTests {
  @Test(
    "Text is escaped so that a field never ends early",
    arguments: [
      ("plain", "plain"), ("", ""), ("a\tb", #"a\tb"#), ("a\nb", #"a\nb"#), ("a\rb", #"a\rb"#),
      ("a\r\nb", #"a\r\nb"#), (#"C:\site"#, #"C:\\site"#), (#"\N"#, #"\\N"#), (#"\."#, #"\\."#),
      ("“Zoë” 🙂 'x' \"y\"", "“Zoë” 🙂 'x' \"y\""),
    ])
  func escaping(value: String, field: String) {
    var text = CopyText()
    text.appendRow(value)
    #expect(String(decoding: text.bytes, as: UTF8.self) == field + "\n")
  }

  @Test func `Fields are separated by tabs, null is backslash N, and a row ends with a newline`() {
    var text = CopyText()
    text.appendRow("a", nil as String?, Points(quarters: 73))
    text.appendRow(nil as String?, "", nil as Points?)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "a\t\\N\t18.25\n\\N\t\t\\N\n")
  }

  @Test(
    "Points are decimals without trailing zeros",
    arguments: [(0, "0"), (1, "0.25"), (2, "0.5"), (3, "0.75"), (4, "1"), (74, "18.5"), (400, "100")])
  func points(quarters: Int, field: String) {
    #expect(written(Points(quarters: quarters)) == field)
  }

  @Test func `Point literals are points, not quarters`() {
    #expect(Points(quarters: 73) == 18.25)
    #expect(Points(quarters: 80) == 20)
  }

  @Test func `UUIDs are written as PostgreSQL writes them`() throws {
    let uuid = try #require(UUIDValue("0198f000-0abc-7def-8005-00000000c0de"))
    #expect(written(uuid) == uuid.description)
  }

  @Test func `Moments have their offset from UTC`() throws {
    let day = try #require(CalendarDay("2026-09-07"))
    let moment = Moment(day, offset: 8 * Moment.hour + 5 * Moment.minute + 9_007)
    #expect(written(moment) == "2026-09-07 08:05:09.007+00")
  }

  private func written(_ value: some CopyValue) -> String {
    var bytes: [UInt8] = []
    value.append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
