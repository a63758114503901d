// Written out, since strings are anything a client may send: see `hasSameBytes(as:)`.
extension InputValue: Hashable {
  package static func == (one: InputValue, other: InputValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.boolean(let flag), .boolean(let otherFlag)): flag == otherFlag
    case (.int(let number), .int(let otherNumber)): number == otherNumber
    case (.float(let number), .float(let otherNumber)): number == otherNumber
    case (.string(let text), .string(let otherText)): text.hasSameBytes(as: otherText)
    case (.scalar(let text), .scalar(let otherText)): text.hasSameBytes(as: otherText)
    case (.enum(let name), .enum(let otherName)): name == otherName
    case (.list(let items), .list(let otherItems)): items == otherItems
    case (.object(let members), .object(let otherMembers)): members == otherMembers
    case (.null, _), (.boolean, _), (.int, _), (.float, _), (.string, _), (.scalar, _), (.enum, _),
      (.list, _), (.object, _):
      false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let flag):
      hasher.combine(1)
      hasher.combine(flag)
    case .int(let number):
      hasher.combine(2)
      hasher.combine(number)
    case .float(let number):
      hasher.combine(3)
      hasher.combine(number)
    case .string(let text):
      hasher.combine(4)
      hasher.combine(bytesOf: text)
    case .scalar(let text):
      hasher.combine(5)
      hasher.combine(bytesOf: text)
    case .enum(let name):
      hasher.combine(6)
      hasher.combine(name)
    case .list(let items):
      hasher.combine(7)
      hasher.combine(items)
    case .object(let members):
      hasher.combine(8)
      hasher.combine(members)
    }
  }
}
