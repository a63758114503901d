package import GraphQL

/// What of a request's variables changes the plan and not only its binds: the value of variables that
/// decide `@skip` and `@include`, and of all others which are absent, null, or objects of which fields.
package struct PlanShape: Hashable, Sendable {
  private let variables: [VariableShape]

  /// - Parameter conditions: the operation's `shapeVariables`, which a caller computes once.
  package init(of variables: VariableValues, in operation: Operation, conditions: Set<String>) {
    self.variables = operation.definition.variables.map { definition in
      let name = definition.name.value
      guard let value = variables[name] else { return .absent }
      if conditions.contains(name), case .boolean(let condition) = value { return .condition(condition) }
      return VariableShape(value)
    }
  }
}

private indirect enum VariableShape: Hashable, Sendable {
  case absent
  case null
  case condition(Bool)
  case leaf
  case list([VariableShape])
  case object([Field])

  struct Field: Hashable, Sendable {
    let name: String
    let shape: VariableShape
  }

  init(_ value: InputValue) {
    switch value {
    case .null: self = .null
    case .boolean, .int, .float, .string, .scalar, .enum: self = .leaf
    // A list's length stays a bind; lists whose items differ in shape are told apart.
    case .list(let items):
      var shapes: [VariableShape] = []
      for shape in items.map(VariableShape.init) where !shapes.contains(shape) { shapes.append(shape) }
      self = .list(shapes)
    case .object(let members):
      self = .object(members.map { Field(name: $0.name, shape: VariableShape($0.value)) })
    }
  }
}
