// Written out, since strings and keys are anything a client may send: see `hasSameBytes(as:)`.
extension JSONValue: Hashable {
  package static func == (one: JSONValue, other: JSONValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let flag), .bool(let otherFlag)): flag == otherFlag
    case (.number(let text), .number(let otherText)): text.hasSameBytes(as: otherText)
    case (.string(let text), .string(let otherText)): text.hasSameBytes(as: otherText)
    case (.array(let items), .array(let otherItems)): items == otherItems
    case (.object(let members), .object(let otherMembers)): members == otherMembers
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let flag):
      hasher.combine(1)
      hasher.combine(flag)
    case .number(let text):
      hasher.combine(2)
      hasher.combine(bytesOf: text)
    case .string(let text):
      hasher.combine(3)
      hasher.combine(bytesOf: text)
    case .array(let items):
      hasher.combine(4)
      hasher.combine(items)
    case .object(let members):
      hasher.combine(5)
      hasher.combine(members)
    }
  }
}

extension JSONValue.Member: Hashable {
  package static func == (one: JSONValue.Member, other: JSONValue.Member) -> Bool {
    one.key.hasSameBytes(as: other.key) && one.value == other.value
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: key)
    hasher.combine(value)
  }
}
