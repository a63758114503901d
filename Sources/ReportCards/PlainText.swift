extension String {
  /// The text in one line, without control characters and without marks that change the direction of what follows: such a name would
  /// reorder the words around it.
  package var withoutControls: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.isControl { text.append(scalar.endsLine ? " " : scalar) }
    return String(text)
  }

  /// The text for the content of an element or the value of an attribute in quotes.
  var html: String {
    var text = ""
    for scalar in withoutControls.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  fileprivate var endsLine: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: true
    default: false
    }
  }
}
