/// The escapes of texts and of the values of parameters.
enum ICalendarText {
  /// Text as a value: `;`, `,` and `\` behind a backslash, a line feed as `\n`. Other control characters, which no
  /// value may have, are left out.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar {
      case "\\", ";", ",":
        escaped.append("\\")
        escaped.append(scalar)
      case "\n" where isAfterReturn: break
      case "\n", "\r": escaped.append(contentsOf: "\\n".unicodeScalars)
      case _ where isControl(scalar): break
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// Takes a backslash before another character for that character, as most readers do.
  static func unescaped(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if isEscaped {
        text.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// The value of a parameter: in quotes if it has a character that would end it. Quotes and line feeds are encoded as
  /// RFC 6868 says.
  static func parameterValue(_ value: String) -> String {
    var encoded = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      switch scalar {
      case "^": encoded.append(contentsOf: "^^".unicodeScalars)
      case "\"": encoded.append(contentsOf: "^'".unicodeScalars)
      case "\n": encoded.append(contentsOf: "^n".unicodeScalars)
      case _ where isControl(scalar): break
      default: encoded.append(scalar)
      }
    }
    let needsQuotes = encoded.contains { $0 == ":" || $0 == ";" || $0 == "," }
    return needsQuotes ? "\"\(String(encoded))\"" : String(encoded)
  }

  static func decodedParameterValue(_ value: Substring) -> String {
    guard value.utf8.contains(UInt8(ascii: "^")) else { return String(value) }
    var decoded = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if isEscaped {
        switch scalar {
        case "^": decoded.append("^")
        case "'": decoded.append("\"")
        case "n": decoded.append("\n")
        default:
          decoded.append("^")
          decoded.append(scalar)
        }
        isEscaped = false
      } else if scalar == "^" {
        isEscaped = true
      } else {
        decoded.append(scalar)
      }
    }
    if isEscaped { decoded.append("^") }
    return String(decoded)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7f }
}
