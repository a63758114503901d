/// A property of iCalendar (RFC 5545, section 3.1), or the beginning or end of a component.
///
///     DTSTART;TZID=Europe/Berlin:20260907T090000
package struct ContentLine: Hashable, Sendable {
  package struct Parameter: Hashable, Sendable {
    /// In capitals.
    package let name: String
    package let values: [String]

    package init(_ name: String, _ values: String...) {
      self.init(name, values)
    }

    init(_ name: String, _ values: [String]) {
      self.name = name
      self.values = values
    }
  }

  /// In capitals.
  package let name: String
  package let parameters: [Parameter]
  /// As it stands in the file: text is escaped.
  package let value: String

  package init(_ name: String, _ parameters: [Parameter] = [], value: String) {
    self.name = name
    self.parameters = parameters
    self.value = value
  }

  /// A property whose value is text (RFC 5545, section 3.3.11).
  package init(_ name: String, _ parameters: [Parameter] = [], text: String) {
    self.init(name, parameters, value: ICalendarText.escaped(text))
  }

  /// The value as text, without escapes.
  package var text: String { ICalendarText.unescaped(value) }

  /// The first value of a parameter.
  package func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.values.first }
}
