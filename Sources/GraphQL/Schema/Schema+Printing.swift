extension Schema {
  /// SDL with descriptions that builds this schema: its types in their order, without what is built in.
  /// Directives are printed as defined; where they stand on other definitions the schema does not know.
  package var sdl: String {
    var definitions: [Definition] = []
    if let schemaDefinition { definitions.append(.schema(schemaDefinition)) }
    for directive in directives where !BuiltInTypes.directives.contains(directive.name) {
      definitions.append(.directive(directive.node))
    }
    for name in typeNames where !BuiltInTypes.contains(type: name) {
      if let type = types[name] { definitions.append(.type(type.node)) }
    }
    return Document(definitions: definitions).printed + "\n"
  }

  /// Nil when it would say nothing: specification section 3.3.1, "Default Root Operation Type Names".
  private var schemaDefinition: SchemaDefinition? {
    let defaultNames: [OperationType: String] = [
      .query: "Query", .mutation: "Mutation", .subscription: "Subscription",
    ]
    let isDefault = OperationType.allCases.allSatisfy { operation in
      let name = defaultNames[operation]
      // A type with a default name that is no root type must not be taken for one.
      return rootType(of: operation).map { $0 == name } ?? (name.flatMap { types[$0] } == nil)
    }
    if isDefault && description == nil { return nil }
    return SchemaDefinition(
      description: description.map { StringValue(description: $0) },
      operationTypes: OperationType.allCases.compactMap { operation in
        rootType(of: operation).map { RootOperationType(operation: operation, type: Name($0)) }
      })
  }
}

extension NamedType {
  var node: TypeDefinition {
    TypeDefinition(
      description: description.map { StringValue(description: $0) }, name: Name(name),
      directives: directiveNodes, kind: kindNode)
  }

  private var kindNode: TypeDefinition.Kind {
    switch self {
    case .scalar: .scalar
    case .object(let type):
      .object(interfaces: type.interfaces.map { Name($0) }, fields: type.fields.map(\.node))
    case .interface(let type):
      .interface(interfaces: type.interfaces.map { Name($0) }, fields: type.fields.map(\.node))
    case .union(let type): .union(members: type.members.map { Name($0) })
    case .enum(let type): .enum(values: type.values.map(\.node))
    case .inputObject(let type): .inputObject(fields: type.fields.map(\.node))
    }
  }

  private var directiveNodes: [Directive] {
    switch self {
    case .scalar(let type): type.specifiedByURL.map { [.specifiedBy($0)] } ?? []
    case .inputObject(let type): type.isOneOf ? [Directive(name: Name("oneOf"))] : []
    case .object, .interface, .union, .enum: []
    }
  }
}

extension FieldType {
  var node: FieldDefinition {
    FieldDefinition(
      description: description.map { StringValue(description: $0) }, name: Name(name),
      arguments: arguments.map(\.node), type: TypeNode(type),
      directives: deprecationReason.map { [.deprecated($0)] } ?? [])
  }
}

extension InputValueType {
  var node: InputValueDefinition {
    InputValueDefinition(
      description: description.map { StringValue(description: $0) }, name: Name(name),
      type: TypeNode(type), defaultValue: defaultValue,
      directives: deprecationReason.map { [.deprecated($0)] } ?? [])
  }
}

extension EnumValue {
  var node: EnumValueDefinition {
    EnumValueDefinition(
      description: description.map { StringValue(description: $0) }, name: Name(name),
      directives: deprecationReason.map { [.deprecated($0)] } ?? [])
  }
}

extension DirectiveType {
  var node: DirectiveDefinition {
    DirectiveDefinition(
      description: description.map { StringValue(description: $0) }, name: Name(name),
      arguments: arguments.map(\.node), isRepeatable: isRepeatable,
      locations: locations.map { Name($0.rawValue) })
  }
}

extension Directive {
  fileprivate static func specifiedBy(_ url: String) -> Directive {
    Directive(
      name: Name("specifiedBy"),
      arguments: [Argument(name: Name("url"), value: Value(.string(url, block: false)))])
  }

  fileprivate static func deprecated(_ reason: String) -> Directive {
    if reason == "No longer supported" { return Directive(name: Name("deprecated")) }
    return Directive(
      name: Name("deprecated"),
      arguments: [Argument(name: Name("reason"), value: Value(.string(reason, block: false)))])
  }
}

extension TypeNode {
  fileprivate init(_ type: TypeReference) {
    switch type {
    case .named(let name): self = .named(Name(name))
    case .list(let item): self = .list(TypeNode(item), at: SourcePosition(0))
    case .nonNull(let inner): self = .nonNull(TypeNode(inner), at: SourcePosition(0))
    }
  }
}

extension StringValue {
  /// As a block string, unless reading that would give another text: block strings lose blank lines at both
  /// ends and common indentation, and have no escapes for control characters.
  fileprivate init(description text: String) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let hasControls = text.utf8.contains { $0 < 0x20 && $0 != UInt8(ascii: "\n") }
    let isBlank = { (line: Substring.UTF8View) in line.allSatisfy { $0 == UInt8(ascii: " ") } }
    let losesLines = lines.first.map(isBlank) ?? true || lines.last.map(isBlank) ?? true
    // The printer puts the only line of a short text beside the quotes, where indentation is kept.
    let losesIndentation =
      lines.count > 1 && lines.allSatisfy { isBlank($0) || $0.first == UInt8(ascii: " ") }
    self.init(text, isBlock: !hasControls && !losesLines && !losesIndentation)
  }
}
