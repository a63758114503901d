extension JSONWriter {
  /// A whole value. Numbers are written as their text.
  package mutating func writeValue(_ value: JSONValue) {
    switch value {
    case .null:
      writeNull()
    case .bool(let flag):
      writeBool(flag)
    case .number(let text):
      write(json: text)
    case .string(let text):
      writeString(text)
    case .array(let values):
      writeArray(values) { $0.writeValue($1) }
    case .object(let members):
      write(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { write(UInt8(ascii: ",")) }
        writeString(member.key)
        write(UInt8(ascii: ":"))
        writeValue(member.value)
      }
      write(UInt8(ascii: "}"))
    }
  }

  /// Items between brackets, with commas between them.
  package mutating func writeArray<Item>(_ items: [Item], _ writeItem: (inout JSONWriter, Item) -> Void) {
    write(UInt8(ascii: "["))
    for (index, item) in items.enumerated() {
      if index > 0 { write(UInt8(ascii: ",")) }
      writeItem(&self, item)
    }
    write(UInt8(ascii: "]"))
  }
}
