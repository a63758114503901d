extension Setting {
  /// The setting as lines of a file of variables, such as Docker Compose reads. The default is commented out.
  ///
  ///     # How many HTTP connections are open at most. (--max-connections)
  ///     #HATCHED_MAX_CONNECTIONS=800
  var lines: String {
    let words = standard.flatMap { isValue($0) ? nil : " Default: \($0)." } ?? ""
    let option = flag.map { " (\($0))" } ?? ""
    let value = standard.flatMap { isValue($0) ? $0 : nil } ?? (isSwitch ? "off" : "")
    return Self.comment(help + words + option) + "#\(variable)=\(value)\n"
  }

  /// The settings as a file, under the headings of the help.
  static func file(_ settings: [Setting]) -> String {
    var text = ""
    var section: String?
    for setting in settings {
      if setting.section != section {
        text += "\n# ---- \(setting.section) ----\n"
        section = setting.section
      }
      text += "\n" + setting.lines
    }
    return text
  }

  /// Whether a default is a value, not words about one.
  private func isValue(_ text: String) -> Bool { text.wholeMatch(of: /[A-Za-z0-9.:\/_-]+/) != nil && text != "Apple's" }

  private static let lineLength = 118

  private static func comment(_ text: String) -> String {
    var lines: [String] = []
    var line = "#"
    for word in text.split(whereSeparator: \.isWhitespace) {
      if line.count + 1 + word.count > lineLength {
        lines.append(line)
        line = "#"
      }
      line += " " + word
    }
    return (lines + [line]).map { $0 + "\n" }.joined()
  }
}
