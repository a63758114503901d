/// `Value` — a literal or a variable as it stands in a document, specification section 2.9.
/// Numbers keep their text: what they mean depends on the type that they are coerced to.
package struct Value: Hashable, Sendable {
  package enum Kind: Sendable {
    /// Without the `$`.
    case variable(String)
    case int(String)
    case float(String)
    case string(String, block: Bool)
    case boolean(Bool)
    case null
    case `enum`(String)
    case list([Value])
    case object([ObjectField])
  }

  package var kind: Kind
  package var position: SourcePosition

  package init(_ kind: Kind, at position: SourcePosition = SourcePosition(0)) {
    self.kind = kind
    self.position = position
  }
}

/// `ObjectField : Name : Value` — specification section 2.9.8.
package struct ObjectField: Hashable, Sendable {
  package var name: Name
  package var value: Value
  package var position: SourcePosition

  package init(name: Name, value: Value, at position: SourcePosition = SourcePosition(0)) {
    self.name = name
    self.value = value
    self.position = position
  }
}

/// A string where only a string may stand: a description.
package struct StringValue: Sendable {
  package var value: String
  package var isBlock: Bool
  package var position: SourcePosition

  package init(_ value: String, isBlock: Bool = false, at position: SourcePosition = SourcePosition(0)) {
    self.value = value
    self.isBlock = isBlock
    self.position = position
  }
}
