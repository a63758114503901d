import Testing

@testable import Server

@Suite struct DateHeaderTests {
  @Test(
    "A time is written as RFC 9110 has it",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (1_709_164_799, "Wed, 28 Feb 2024 23:59:59 GMT"), (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
      (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"),
    ])
  func text(_ second: Int, _ text: String) { #expect(DateHeader.text(at: second) == text) }
}
