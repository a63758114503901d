extension ContentLine {
  /// Reads a line that is unfolded; nil if it has no name, or a parameter or its value is missing.
  init?(reading line: String) {
    // Scalars, since a character may begin with a delimiter and end with an accent.
    var rest = line[...].unicodeScalars
    guard let name = Self.takeName(&rest) else { return nil }
    var parameters: [Parameter] = []
    while rest.first == ";" {
      rest.removeFirst()
      guard let name = Self.takeName(&rest), rest.first == "=" else { return nil }
      var values: [String] = []
      repeat {
        rest.removeFirst()
        guard let value = Self.takeParameterValue(&rest) else { return nil }
        values.append(value)
      } while rest.first == ","
      parameters.append(Parameter(name, values))
    }
    guard rest.first == ":" else { return nil }
    self.init(name, parameters, value: String(Substring(rest.dropFirst())))
  }

  /// Letters, digits and hyphens.
  private static func takeName(_ rest: inout Substring.UnicodeScalarView) -> String? {
    let name = rest.prefix { "a"..."z" ~= $0 || "A"..."Z" ~= $0 || "0"..."9" ~= $0 || $0 == "-" }
    rest = rest[name.endIndex...]
    return name.isEmpty ? nil : Substring(name).uppercased()
  }

  private static func takeParameterValue(_ rest: inout Substring.UnicodeScalarView) -> String? {
    let isQuoted = rest.first == "\""
    if isQuoted { rest.removeFirst() }
    let value = rest.prefix { isQuoted ? $0 != "\"" : $0 != ":" && $0 != ";" && $0 != "," }
    rest = rest[value.endIndex...]
    if isQuoted {
      guard rest.first == "\"" else { return nil }
      rest.removeFirst()
    }
    return ICalendarText.decodedParameterValue(Substring(value))
  }
}
