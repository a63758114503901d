// Written out, since strings are anything a client may send: see `hasSameBytes(as:)`. Numbers and names
// are ASCII.
extension Value.Kind: Hashable {
  package static func == (one: Value.Kind, other: Value.Kind) -> Bool {
    switch (one, other) {
    case (.variable(let name), .variable(let otherName)): name == otherName
    case (.int(let text), .int(let otherText)): text == otherText
    case (.float(let text), .float(let otherText)): text == otherText
    case (.string(let text, let isBlock), .string(let otherText, let isOtherBlock)):
      isBlock == isOtherBlock && text.hasSameBytes(as: otherText)
    case (.boolean(let flag), .boolean(let otherFlag)): flag == otherFlag
    case (.null, .null): true
    case (.enum(let name), .enum(let otherName)): name == otherName
    case (.list(let items), .list(let otherItems)): items == otherItems
    case (.object(let fields), .object(let otherFields)): fields == otherFields
    case (.variable, _), (.int, _), (.float, _), (.string, _), (.boolean, _), (.null, _), (.enum, _),
      (.list, _), (.object, _):
      false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .variable(let name):
      hasher.combine(0)
      hasher.combine(name)
    case .int(let text):
      hasher.combine(1)
      hasher.combine(text)
    case .float(let text):
      hasher.combine(2)
      hasher.combine(text)
    case .string(let text, let isBlock):
      hasher.combine(3)
      hasher.combine(bytesOf: text)
      hasher.combine(isBlock)
    case .boolean(let flag):
      hasher.combine(4)
      hasher.combine(flag)
    case .null: hasher.combine(5)
    case .enum(let name):
      hasher.combine(6)
      hasher.combine(name)
    case .list(let items):
      hasher.combine(7)
      hasher.combine(items)
    case .object(let fields):
      hasher.combine(8)
      hasher.combine(fields)
    }
  }
}

extension StringValue: Hashable {
  package static func == (one: StringValue, other: StringValue) -> Bool {
    one.isBlock == other.isBlock && one.value.hasSameBytes(as: other.value)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: value)
    hasher.combine(isBlock)
  }
}
