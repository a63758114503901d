import GraphQL

extension EntityMapCheck {
  /// An object of any type is found by an id at the root, and need not be there.
  func nodeProblems(_ field: FieldType, _ coordinate: String, argument: String, on typeName: String) -> [String] {
    var problems: [String] = []
    let interface = field.type.namedType
    guard case .interface? = schema.types[interface] else {
      return ["\(coordinate) is \(field.type), which is no interface"]
    }
    for possible in schema.possibleTypes[interface] ?? [] where entities[possible] == nil {
      problems.append("\(coordinate) leads to \(possible), which is bound to no entity")
    }
    let item = field.type.itemType
    if (item ?? field.type).isNonNull {
      problems.append("\(coordinate) looks a row up, which may not be there, but is non-null")
    }
    let expected: TypeReference = item == nil ? .nonNull(.named("ID")) : .nonNull(.list(.nonNull(.named("ID"))))
    if !field.arguments.contains(where: { $0.name == argument && $0.type == expected }) {
      problems.append("\(coordinate) has no argument \(argument): \(expected)")
    }
    if typeName != schema.queryType {
      problems.append("\(coordinate) looks a row up by id below the root, where its parent is no condition")
    }
    return problems
  }
}
