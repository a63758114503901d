/// Whether bytes are plain text: UTF-8 whose only control characters are tab, line feed, carriage return and form feed, and whose first
/// character that is seen is no `<`, so that no browser takes it for HTML or SVG.
enum TextContent {
  /// The largest text, in bytes.
  static let maximumSize = 1 << 20

  static func isText(_ bytes: some Sequence<UInt8>) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var hasBegun = false
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return true
      case .error: return false
      case .scalarValue(let scalar):
        if isRefusedControl(scalar) { return false }
        if !hasBegun, !isBlank(scalar) {
          hasBegun = true
          if scalar == "<" { return false }
        }
      }
    }
  }

  /// Unicode's category Cc without the four.
  private static func isRefusedControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0C, 0x0D: false
    case 0x00...0x1F, 0x7F...0x9F: true
    default: false
    }
  }

  /// A byte order mark is blank, too.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isBidiControl
  }
}
