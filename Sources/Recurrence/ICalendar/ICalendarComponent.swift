/// A component of a file: `VCALENDAR`, `VEVENT`.
package struct ICalendarComponent: Hashable, Sendable {
  /// In capitals.
  package let name: String
  /// The line of its beginning, from 1 on.
  package let line: Int
  package internal(set) var properties: [ICalendarProperty] = []
  package internal(set) var components: [ICalendarComponent] = []
  /// Whether a line of it could not be read.
  package internal(set) var isDamaged = false

  init(name: String, line: Int) {
    self.name = name
    self.line = line
  }

  /// The first property with a name.
  package subscript(_ name: String) -> ICalendarProperty? { properties.first { $0.content.name == name } }
}

/// A property, and the line that it begins on, from 1 on.
package struct ICalendarProperty: Hashable, Sendable {
  package let line: Int
  package let content: ContentLine
}

/// The reason why a line is not read.
package struct ICalendarProblem: Error, Hashable, Sendable {
  /// From 1 on.
  package let line: Int
  package let message: String

  package init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}
