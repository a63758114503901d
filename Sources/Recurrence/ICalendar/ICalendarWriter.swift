/// Writes lines of iCalendar: folded after at most 75 bytes, between whole characters, with CRLF behind them.
package struct ICalendarWriter: Sendable {
  static let lineLength = 75

  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ line: ContentLine) {
    var text = line.name
    for parameter in line.parameters {
      text += ";\(parameter.name)=" + parameter.values.map(ICalendarText.parameterValue).joined(separator: ",")
    }
    text += ":" + line.value
    var length = 0
    for scalar in text.unicodeScalars {
      let scalar = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      if length + scalar.count > Self.lineLength {
        bytes += [0x0d, 0x0a, 0x20]
        length = 1
      }
      bytes += scalar
      length += scalar.count
    }
    bytes += [0x0d, 0x0a]
  }

  package mutating func write(_ name: String, _ parameters: [ContentLine.Parameter] = [], value: String) {
    write(ContentLine(name, parameters, value: value))
  }

  package mutating func write(_ name: String, _ parameters: [ContentLine.Parameter] = [], text: String) {
    write(ContentLine(name, parameters, text: text))
  }

  /// Writes a component with the lines that `body` writes.
  package mutating func component(_ name: String, _ body: (inout ICalendarWriter) -> Void) {
    write("BEGIN", value: name)
    body(&self)
    write("END", value: name)
  }
}
