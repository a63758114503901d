/// `SchemaDefinition` or `SchemaExtension` — specification section 3.3.
package struct SchemaDefinition: Hashable, Sendable {
  package var isExtension: Bool
  package var description: StringValue?
  package var directives: [Directive]
  package var operationTypes: [RootOperationType]
  package var position: SourcePosition

  package init(
    isExtension: Bool = false, description: StringValue? = nil, directives: [Directive] = [],
    operationTypes: [RootOperationType] = [], at position: SourcePosition = SourcePosition(0)
  ) {
    self.isExtension = isExtension
    self.description = description
    self.directives = directives
    self.operationTypes = operationTypes
    self.position = position
  }
}

/// `RootOperationTypeDefinition : OperationType : NamedType`.
package struct RootOperationType: Hashable, Sendable {
  package var operation: OperationType
  package var type: Name
  package var position: SourcePosition

  package init(operation: OperationType, type: Name, at position: SourcePosition = SourcePosition(0)) {
    self.operation = operation
    self.type = type
    self.position = position
  }
}

/// `TypeDefinition` or `TypeExtension` of any kind — specification section 3.4.
package struct TypeDefinition: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case scalar
    case object(interfaces: [Name], fields: [FieldDefinition])
    case interface(interfaces: [Name], fields: [FieldDefinition])
    case union(members: [Name])
    case `enum`(values: [EnumValueDefinition])
    case inputObject(fields: [InputValueDefinition])
  }

  package var isExtension: Bool
  package var description: StringValue?
  package var name: Name
  package var directives: [Directive]
  package var kind: Kind
  package var position: SourcePosition

  package init(
    isExtension: Bool = false, description: StringValue? = nil, name: Name, directives: [Directive] = [],
    kind: Kind, at position: SourcePosition = SourcePosition(0)
  ) {
    self.isExtension = isExtension
    self.description = description
    self.name = name
    self.directives = directives
    self.kind = kind
    self.position = position
  }
}

/// `FieldDefinition : Description? Name ArgumentsDefinition? : Type Directives[Const]?` — section 3.6.
package struct FieldDefinition: Hashable, Sendable {
  package var description: StringValue?
  package var name: Name
  package var arguments: [InputValueDefinition]
  package var type: TypeNode
  package var directives: [Directive]
  package var position: SourcePosition

  package init(
    description: StringValue? = nil, name: Name, arguments: [InputValueDefinition] = [], type: TypeNode,
    directives: [Directive] = [], at position: SourcePosition = SourcePosition(0)
  ) {
    self.description = description
    self.name = name
    self.arguments = arguments
    self.type = type
    self.directives = directives
    self.position = position
  }
}

/// `InputValueDefinition` of an argument or an input field — section 3.6.1.
package struct InputValueDefinition: Hashable, Sendable {
  package var description: StringValue?
  package var name: Name
  package var type: TypeNode
  package var defaultValue: Value?
  package var directives: [Directive]
  package var position: SourcePosition

  package init(
    description: StringValue? = nil, name: Name, type: TypeNode, defaultValue: Value? = nil,
    directives: [Directive] = [], at position: SourcePosition = SourcePosition(0)
  ) {
    self.description = description
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.directives = directives
    self.position = position
  }
}

/// `EnumValueDefinition : Description? EnumValue Directives[Const]?` — section 3.9.
package struct EnumValueDefinition: Hashable, Sendable {
  package var description: StringValue?
  package var name: Name
  package var directives: [Directive]
  package var position: SourcePosition

  package init(
    description: StringValue? = nil, name: Name, directives: [Directive] = [],
    at position: SourcePosition = SourcePosition(0)
  ) {
    self.description = description
    self.name = name
    self.directives = directives
    self.position = position
  }
}

/// `DirectiveDefinition` — section 3.13. `locations` are kept as written; validation knows the list.
package struct DirectiveDefinition: Hashable, Sendable {
  package var description: StringValue?
  package var name: Name
  package var arguments: [InputValueDefinition]
  package var isRepeatable: Bool
  package var locations: [Name]
  package var position: SourcePosition

  package init(
    description: StringValue? = nil, name: Name, arguments: [InputValueDefinition] = [],
    isRepeatable: Bool = false, locations: [Name], at position: SourcePosition = SourcePosition(0)
  ) {
    self.description = description
    self.name = name
    self.arguments = arguments
    self.isRepeatable = isRepeatable
    self.locations = locations
    self.position = position
  }
}
