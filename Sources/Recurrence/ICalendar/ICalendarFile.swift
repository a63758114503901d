/// The components of a file of iCalendar, and the lines of it that could not be read.
package struct ICalendarFile: Hashable, Sendable {
  package static let maximumLength = 900_000
  /// The bound of the components inside the outermost ones, and that of the outermost ones: `VCALENDAR`.
  package static let maximumComponents = 2000
  /// `VALARM` in `VEVENT` in `VCALENDAR`, and some for components that are not known here.
  private static let maximumDepth = 8
  /// Further problems are not listed.
  private static let maximumProblems = 1000

  package private(set) var components: [ICalendarComponent] = []
  package private(set) var problems: [ICalendarProblem] = []

  /// Components that have begun and not ended, the innermost last.
  private var open: [ICalendarComponent] = []
  private var outermostCount = 0
  private var innerCount = 0

  /// Reads the lines that can be read. Lines end with CRLF or a line feed.
  /// - Throws: `ICalendarProblem` if the file is too long, has too many components, or its components are not closed in order.
  package init(_ bytes: [UInt8], maximumLength: Int = Self.maximumLength) throws(ICalendarProblem) {
    guard bytes.count <= maximumLength else {
      throw ICalendarProblem(line: 1, message: "The file has more than \(maximumLength) bytes.")
    }
    var lines = UnfoldedLines(bytes)
    while let (line, number) = lines.next() {
      if line.isEmpty { continue }
      guard let content = ContentLine(reading: String(decoding: line, as: UTF8.self)) else {
        note("The line has no name and value.", number)
        if !open.isEmpty { open[open.count - 1].isDamaged = true }
        continue
      }
      switch content.name {
      case "BEGIN": try begin(content.value, number)
      case "END": try end(content.value, number)
      default:
        if open.isEmpty { note("The line is in no component.", number) } else {
          open[open.count - 1].properties.append(ICalendarProperty(line: number, content: content))
        }
      }
    }
    if let unclosed = open.last { throw ICalendarProblem(line: unclosed.line, message: "\(Self.short(unclosed.name)) has no end.") }
  }

  private mutating func note(_ message: String, _ line: Int) {
    if problems.count < Self.maximumProblems { problems.append(ICalendarProblem(line: line, message: message)) }
  }

  private mutating func begin(_ name: String, _ line: Int) throws(ICalendarProblem) {
    if open.isEmpty { outermostCount += 1 } else { innerCount += 1 }
    guard max(outermostCount, innerCount) <= Self.maximumComponents else {
      throw ICalendarProblem(line: line, message: "The file has more than \(Self.maximumComponents) components.")
    }
    guard open.count < Self.maximumDepth else {
      throw ICalendarProblem(line: line, message: "Components are nested deeper than \(Self.maximumDepth).")
    }
    open.append(ICalendarComponent(name: name.uppercased(), line: line))
  }

  private mutating func end(_ name: String, _ line: Int) throws(ICalendarProblem) {
    guard let component = open.popLast(), component.name == name.uppercased() else {
      throw ICalendarProblem(line: line, message: "\(Self.short(name)) ends here, and did not begin.")
    }
    if open.isEmpty { components.append(component) } else { open[open.count - 1].components.append(component) }
  }

  private static func short(_ name: String) -> Substring { name.prefix(40) }
}
