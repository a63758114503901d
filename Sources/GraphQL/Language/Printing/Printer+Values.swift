extension Printer {
  mutating func write(_ value: Value) {
    switch value.kind {
    case .variable(let name): write("$\(name)")
    case .int(let text), .float(let text): write(text)
    case .string(let string, block: let isBlock): write(string: string, isBlock: isBlock)
    case .boolean(let flag): write(flag ? "true" : "false")
    case .null: write("null")
    case .enum(let name): write(name)
    case .list(let values):
      writeItems(values, "[", "]", padding: "") { $0.write($1) }
    case .object(let fields):
      writeItems(fields, "{", "}", padding: " ") { printer, field in
        printer.write("\(field.name.value): ")
        printer.write(field.value)
      }
    }
  }

  mutating func write(defaultValue: Value?) {
    guard let defaultValue else { return }
    write(" = ")
    write(defaultValue)
  }

  mutating func write(_ type: TypeNode) {
    switch type {
    case .named(let name):
      write(name.value)
    case .list(let itemType, _):
      write("[")
      write(itemType)
      write("]")
    case .nonNull(let nullable, _):
      write(nullable)
      write("!")
    }
  }

  /// A description and the newline after it.
  mutating func write(description: StringValue?) {
    guard let description else { return }
    write(string: description.value, isBlock: description.isBlock)
    writeNewline()
  }

  private mutating func write(string: String, isBlock: Bool) {
    if isBlock {
      writeBlockString(string)
    } else {
      writeString(string)
    }
  }

  /// Controls are escaped, all else stands as it is.
  private mutating func writeString(_ string: String) {
    write("\"")
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": write("\\\"")
      case "\\": write("\\\\")
      case "\u{8}": write("\\b")
      case "\t": write("\\t")
      case "\n": write("\\n")
      case "\u{C}": write("\\f")
      case "\r": write("\\r")
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": write("\\u\(scalar.value.hexadecimal(width: 4))")
      default: write(String(scalar))
      }
    }
    write("\"")
  }
}
