extension Schema {
  /// Takes a draft at its word: what does not exist is left out and of duplicates the first one counts.
  /// The schema's rules tell whether that was right.
  init(_ draft: SchemaDraft) {
    let roots = draft.rootTypes
    var types: [String: NamedType] = [:]
    for type in draft.types { types[type.name] = NamedType(type) }
    self.init(
      description: draft.schemaParts.first?.node.description?.value,
      queryType: roots[.query]?.node.value ?? "Query",
      mutationType: roots[.mutation]?.node.value,
      subscriptionType: roots[.subscription]?.node.value,
      types: types,
      typeNames: draft.types.map(\.name),
      directives: draft.directives.map { DirectiveType($0.node) },
      possibleTypes: Schema.possibleTypes(of: types, names: draft.types.map(\.name)))
  }

  private static func possibleTypes(of types: [String: NamedType], names: [String]) -> [String: [String]] {
    var possibleTypes: [String: [String]] = [:]
    for name in names {
      switch types[name] {
      case .object(let object):
        for interface in object.interfaces { possibleTypes[interface, default: []].append(name) }
      case .interface:
        // An interface that nothing implements has an entry, too.
        possibleTypes[name, default: []] += []
      case .union(let union):
        let members = Set(union.members)
        possibleTypes[name] = names.filter(members.contains)
      case .scalar, .enum, .inputObject, nil:
        break
      }
    }
    return possibleTypes
  }
}

extension SchemaDraft {
  /// The root types as `schema { … }` names them, or else the types of the default names —
  /// specification section 3.3.1.
  var rootTypes: [OperationType: Located<Name>] {
    var roots: [OperationType: Located<Name>] = [:]
    for part in schemaParts {
      for root in part.node.operationTypes where roots[root.operation] == nil {
        roots[root.operation] = Located(node: root.type, source: part.source)
      }
    }
    if schemaParts.contains(where: { !$0.node.isExtension }) { return roots }
    for (operation, name) in [
      (OperationType.query, "Query"), (.mutation, "Mutation"), (.subscription, "Subscription"),
    ] where roots[operation] == nil {
      guard let part = type(named: name)?.parts[0] else { continue }
      roots[operation] = Located(node: Name(name, at: part.node.position), source: part.source)
    }
    return roots
  }

  /// Whether a `schema { … }` or an extension of it names the root type of an operation.
  func namesRootType(of operation: OperationType) -> Bool {
    schemaParts.contains { $0.node.operationTypes.contains { $0.operation == operation } }
  }
}

extension NamedType {
  fileprivate init(_ draft: TypeDraft) {
    let description = draft.parts[0].node.description?.value
    switch draft.kind {
    case .scalar:
      self = .scalar(
        ScalarType(
          name: draft.name, description: description,
          specifiedByURL: draft.directives.argument("url", of: "specifiedBy")))
    case .object:
      self = .object(
        ObjectType(
          name: draft.name, description: description, interfaces: draft.interfaces.map(\.node.value),
          fields: FieldTable(draft.fields.map { FieldType($0.node) })))
    case .interface:
      self = .interface(
        InterfaceType(
          name: draft.name, description: description, interfaces: draft.interfaces.map(\.node.value),
          fields: FieldTable(draft.fields.map { FieldType($0.node) })))
    case .union:
      self = .union(
        UnionType(name: draft.name, description: description, members: draft.members.map(\.node.value)))
    case .enum:
      self = .enum(
        EnumType(
          name: draft.name, description: description, values: draft.values.map { EnumValue($0.node) }))
    case .inputObject:
      self = .inputObject(
        InputObjectType(
          name: draft.name, description: description,
          fields: draft.inputFields.map { InputValueType($0.node) },
          isOneOf: draft.directives.contains { $0.name.value == "oneOf" }))
    }
  }
}

extension FieldType {
  init(_ node: FieldDefinition) {
    self.init(
      name: node.name.value, description: node.description?.value,
      arguments: node.arguments.map { InputValueType($0) }, type: TypeReference(node.type),
      deprecationReason: node.directives.deprecationReason)
  }
}

extension InputValueType {
  init(_ node: InputValueDefinition) {
    self.init(
      name: node.name.value, description: node.description?.value, type: TypeReference(node.type),
      defaultValue: node.defaultValue, deprecationReason: node.directives.deprecationReason)
  }
}

extension EnumValue {
  fileprivate init(_ node: EnumValueDefinition) {
    self.init(
      name: node.name.value, description: node.description?.value,
      deprecationReason: node.directives.deprecationReason)
  }
}

extension DirectiveType {
  fileprivate init(_ node: DirectiveDefinition) {
    self.init(
      name: node.name.value, description: node.description?.value,
      arguments: node.arguments.map { InputValueType($0) }, isRepeatable: node.isRepeatable,
      locations: node.locations.compactMap { DirectiveLocation(rawValue: $0.value) })
  }
}

extension [Directive] {
  /// The reason that `@deprecated` gives; its default when it gives none — specification section 3.13.3.
  fileprivate var deprecationReason: String? {
    guard contains(where: { $0.name.value == "deprecated" }) else { return nil }
    return argument("reason", of: "deprecated") ?? "No longer supported"
  }

  fileprivate func argument(_ name: String, of directive: String) -> String? {
    let arguments = first { $0.name.value == directive }?.arguments
    guard case .string(let text, _) = arguments?.first(where: { $0.name.value == name })?.value.kind
    else { return nil }
    return text
  }
}
