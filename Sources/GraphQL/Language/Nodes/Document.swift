/// `Document : Definition+` — specification section 2.2.
package struct Document: Hashable, Sendable {
  package var definitions: [Definition]

  package init(definitions: [Definition]) { self.definitions = definitions }
}

/// `Definition` — executable definitions, type system definitions and type system extensions.
package enum Definition: Hashable, Sendable {
  case operation(OperationDefinition)
  case fragment(FragmentDefinition)
  case schema(SchemaDefinition)
  case type(TypeDefinition)
  case directive(DirectiveDefinition)
}

/// `OperationType : one of query mutation subscription` — specification section 2.3.
package enum OperationType: String, Hashable, Sendable, CaseIterable {
  case query, mutation, subscription
}

/// `OperationDefinition` — specification section 2.3. `name` is nil for anonymous operations.
/// The query shorthand `{ … }` is a query without all else.
package struct OperationDefinition: Hashable, Sendable {
  package var description: StringValue?
  package var operation: OperationType
  package var name: Name?
  package var variables: [VariableDefinition]
  package var directives: [Directive]
  package var selectionSet: SelectionSet
  package var position: SourcePosition

  package init(
    description: StringValue? = nil, operation: OperationType, name: Name? = nil,
    variables: [VariableDefinition] = [], directives: [Directive] = [], selectionSet: SelectionSet,
    at position: SourcePosition = SourcePosition(0)
  ) {
    self.description = description
    self.operation = operation
    self.name = name
    self.variables = variables
    self.directives = directives
    self.selectionSet = selectionSet
    self.position = position
  }
}

/// `FragmentDefinition : Description? fragment FragmentName TypeCondition Directives? SelectionSet`
/// — specification section 2.8.
package struct FragmentDefinition: Hashable, Sendable {
  package var description: StringValue?
  package var name: Name
  package var typeCondition: Name
  package var directives: [Directive]
  package var selectionSet: SelectionSet
  package var position: SourcePosition

  package init(
    description: StringValue? = nil, name: Name, typeCondition: Name, directives: [Directive] = [],
    selectionSet: SelectionSet, at position: SourcePosition = SourcePosition(0)
  ) {
    self.description = description
    self.name = name
    self.typeCondition = typeCondition
    self.directives = directives
    self.selectionSet = selectionSet
    self.position = position
  }
}

/// `VariableDefinition : Description? Variable : Type DefaultValue? Directives[Const]?`
/// — specification section 2.10.
package struct VariableDefinition: Hashable, Sendable {
  package var description: StringValue?
  /// Without the `$`.
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
