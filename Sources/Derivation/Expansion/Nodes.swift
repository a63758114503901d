import GraphQL

// Nodes of derived definitions, in few words.

extension TypeNode {
  static func named(_ name: String) -> TypeNode { .named(Name(name)) }
  static func list(of name: String) -> TypeNode { .list(.required(name), at: SourcePosition(0)) }
  static func required(_ name: String) -> TypeNode { .named(name).required }
  var required: TypeNode { .nonNull(self, at: SourcePosition(0)) }
}

extension InputValueDefinition {
  init(_ name: String, _ type: TypeNode, default value: Value.Kind? = nil, _ description: String) {
    self.init(
      description: StringValue(description), name: Name(name), type: type, defaultValue: value.map { Value($0) })
  }
}

extension FieldDefinition {
  init(_ name: String, _ type: TypeNode, _ description: String, arguments: [InputValueDefinition] = []) {
    self.init(description: StringValue(description), name: Name(name), arguments: arguments, type: type)
  }
}

extension Definition {
  static func object(_ name: String, _ fields: [FieldDefinition], _ description: String) -> Definition {
    .type(TypeDefinition(description: StringValue(description), name: Name(name), kind: .object(interfaces: [], fields: fields)))
  }

  static func extendedObject(_ name: String, _ fields: [FieldDefinition]) -> Definition {
    .type(TypeDefinition(isExtension: true, name: Name(name), kind: .object(interfaces: [], fields: fields)))
  }

  static func input(_ name: String, _ fields: [InputValueDefinition], _ description: String) -> Definition {
    .type(TypeDefinition(description: StringValue(description), name: Name(name), kind: .inputObject(fields: fields)))
  }

  static func enumeration(_ name: String, _ values: [EnumValueDefinition], _ description: String) -> Definition {
    .type(TypeDefinition(description: StringValue(description), name: Name(name), kind: .enum(values: values)))
  }

  static func extendedEnumeration(_ name: String, _ values: [EnumValueDefinition]) -> Definition {
    .type(TypeDefinition(isExtension: true, name: Name(name), kind: .enum(values: values)))
  }
}

extension FieldDefinition {
  /// The first paragraph of the description in one line: what derived descriptions repeat.
  var summary: String {
    let lines = (description?.value ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop(while: \.isEmpty).prefix { !$0.isEmpty }.joined(separator: " ")
  }
}
