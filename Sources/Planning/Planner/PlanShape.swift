package import GraphQL

/// The part of a request's variables that changes the plan and not only its binds: the value of variables that decide
/// `@skip` and `@include`, the fields that a filter has, the order of a list; and which of all others are absent or
/// null.
package struct PlanShape: Hashable, Sendable {
  private let variables: [VariableShape]

  /// - Parameter shaping: the role of each variable of the operation, which a caller finds out once.
  package init(of values: VariableValues, by shaping: ShapeVariables) {
    variables = shaping.variables.map { variable in
      guard let value = values[variable.name] else { return .absent }
      switch (variable.role, value) {
      case (_, .null): return .null
      case (.condition, .boolean(let condition)): return .condition(condition)
      case (.structure(let type), _): return VariableShape(value, type, shaping.types)
      case (.condition, _), (.presence, _): return .given
      }
    }
  }
}

/// The role of each variable of an operation in its plan.
package struct ShapeVariables: Sendable {
  enum Role: Sendable {
    /// Whether it is there.
    case presence
    /// Whether something is asked for at all.
    case condition
    /// The text of a filter or of an order.
    case structure(TypeReference)
  }

  let variables: [(name: String, role: Role)]
  fileprivate let types: ShapingTypes

  package init<Viewer>(of operation: Operation, in map: EntityMap<Viewer>) {
    let conditions = Set(operation.shapeVariables)
    types = map.shapingTypes
    variables = operation.definition.variables.map { [types] definition in
      let name = definition.name.value
      if conditions.contains(name) { return (name, .condition) }
      let type = TypeReference(definition.type)
      return (name, types.shapes(type.namedType) ? .structure(type) : .presence)
    }
  }
}

private indirect enum VariableShape: Hashable, Sendable {
  case absent
  case null
  case condition(Bool)
  case given
  /// A value of an enum that orders.
  case choice(String)
  case list([VariableShape])
  case object([Field])

  struct Field: Hashable, Sendable {
    let name: String
    let shape: VariableShape
  }

  init(_ value: InputValue, _ type: TypeReference, _ types: ShapingTypes) {
    switch value {
    case .null: self = .null
    case .enum(let name) where types.enums.contains(type.namedType): self = .choice(name)
    // How many values `in` has stays a bind; each filter of `and` is text.
    case .list(let items) where types.shapes(type.namedType):
      self = .list(items.map { VariableShape($0, type.itemType ?? type, types) })
    case .object(let members):
      let fields = types.fields[type.namedType] ?? [:]
      self = .object(
        members.map { member in
          Field(
            name: member.name,
            shape: fields[member.name].map { VariableShape(member.value, $0, types) } ?? .given)
        })
    case .boolean, .int, .float, .string, .scalar, .enum, .list: self = .given
    }
  }
}
