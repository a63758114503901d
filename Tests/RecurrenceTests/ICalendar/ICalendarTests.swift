import Recurrence
import Testing

struct ICalendarTests {
  private static func text(_ write: (inout ICalendarWriter) -> Void) -> String {
    var writer = ICalendarWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func file(_ lines: String...) throws(ICalendarProblem) -> ICalendarFile {
    try ICalendarFile(Array(lines.joined(separator: "\r\n").utf8))
  }

  @Test func `Text is escaped, and has neither a line feed nor a control character`() {
    let written = Self.text { $0.write("SUMMARY", text: "a;b,c\\d\r\ne\nf\rg\u{7}\th:\"i\"") }
    #expect(written == "SUMMARY:a\\;b\\,c\\\\d\\ne\\nf\\ng\th:\"i\"\r\n")
    #expect(ContentLine("SUMMARY", text: "a;b,c\\d\r\ne\nf").text == "a;b,c\\d\ne\nf")
    // No text of a member begins a line of its own.
    let hostile = "x\r\nEND:VEVENT\r\nBEGIN:VEVENT"
    #expect(Self.text { $0.write("SUMMARY", text: hostile) }.split(separator: "\r\n").count == 1)
  }

  @Test func `The value of a parameter is in quotes where it must be`() {
    let line = ContentLine("ATTENDEE", [.init("CN", "a;b:c,\"d\"^\n"), .init("ROLE", "X", "Y")], value: "mailto:a")
    #expect(Self.text { $0.write(line) } == "ATTENDEE;CN=\"a;b:c,^'d^'^^^n\";ROLE=X,Y:mailto:a\r\n")
  }

  @Test("Lines have at most 75 bytes and whole characters, and are read as they were", arguments: Run.randoms(400, of: 40))
  func folding(_ random: Random) throws {
    var random = random
    let pieces = ["a", "ä", "€", "👩‍👧", " ", ",", "\\", "\n", "\"", "\u{301}", "x:y;z"]
    let text = (0..<random.below(300)).map { _ in random.pick(pieces) }.joined()
    let parameter = String(text.prefix(random.below(90)))
    let line = ContentLine("X-LONG", [.init("A", parameter), .init("B", "c")], text: text)
    var writer = ICalendarWriter()
    writer.component("VEVENT") { $0.write(line) }
    for physical in writer.bytes.split(separator: 0x0a) {
      #expect(physical.count <= 76 && physical.last == 0x0d)
      #expect(String(validating: physical, as: UTF8.self) != nil)
    }
    let file = try ICalendarFile(writer.bytes)
    #expect(file.problems.isEmpty)
    let read = try #require(file.components.first?["X-LONG"])
    #expect(read.content == line)
    #expect(read.content.text == text)
    #expect(read.line == 2)
  }

  @Test func `Lines that cannot be read are problems, and the rest is read`() throws {
    let file = try Self.file(
      "BEGIN:VCALENDAR", "begin:vevent", "UID:1", "no value", "END:VEVENT", "BEGIN:VEVENT", "UID", " :2", "SUMMARY;X=\"open:a", "",
      "END:VEVENT", "BEGIN:VEVENT", "SUMMARY;X=\u{e9};Y=\"a:b\",c:\u{301}d", "END:VEVENT", "END:VCALENDAR", "X:1")
    let events = try #require(file.components.first?.components)
    #expect(events.map(\.isDamaged) == [true, true, false])
    #expect(events.map(\.line) == [2, 6, 12])
    #expect(file.problems.map(\.line) == [4, 9, 16])
    #expect(events[1]["UID"]?.content.value == "2")
    #expect(events[2]["SUMMARY"]?.content.value == "\u{301}d")
    #expect(events[2]["SUMMARY"]?.content.parameter("Y") == "a:b")
  }

  @Test func `A file that is too long, too deep or not closed is refused with its line`() throws {
    #expect(throws: ICalendarProblem(line: 1, message: "VCALENDAR has no end.")) { try Self.file("BEGIN:VCALENDAR") }
    #expect(throws: ICalendarProblem(line: 2, message: "VEVENT ends here, and did not begin.")) {
      try Self.file("BEGIN:VCALENDAR", "END:VEVENT")
    }
    #expect(throws: ICalendarProblem.self) { try ICalendarFile([UInt8](repeating: 0x0a, count: 900_001)) }
    let deep = Array(String(repeating: "BEGIN:A\n", count: 100_000).utf8)
    #expect(throws: ICalendarProblem(line: 9, message: "Components are nested deeper than 8.")) { try ICalendarFile(deep) }
    let many = Array(String(repeating: "BEGIN:A\nEND:A\n", count: 2001).utf8)
    #expect(throws: ICalendarProblem(line: 4001, message: "The file has more than 2000 components.")) { try ICalendarFile(many) }
    let events = { (count: Int) in
      Array(("BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VEVENT\nEND:VEVENT\n", count: count) + "END:VCALENDAR\n").utf8)
    }
    // The calendar itself is not counted.
    #expect(try ICalendarFile(events(2000)).components.first?.components.count == 2000)
    #expect(throws: ICalendarProblem(line: 4002, message: "The file has more than 2000 components.")) { try ICalendarFile(events(2001)) }
    #expect(try ICalendarFile([UInt8](repeating: 0x0a, count: 900_000)).components.isEmpty)
    #expect(try ICalendarFile(Array(String(repeating: "x\n", count: 400_000).utf8)).problems.count == 1000)
  }

  @Test func `No bytes end the process`() throws {
    var writer = ICalendarWriter()
    writer.component("VCALENDAR") { calendar in
      calendar.component("VEVENT") { $0.write("SUMMARY", [.init("X", "a;b")], text: String(repeating: "ä, ", count: 60)) }
    }
    for var random in Run.randoms(4000, of: 41) {
      var bytes = writer.bytes
      for _ in 0..<random.between(1...6) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      guard let file = try? ICalendarFile(bytes) else { continue }
      for event in file.components.flatMap(\.components) { _ = event.properties.map(\.content.text) }
    }
  }
}
