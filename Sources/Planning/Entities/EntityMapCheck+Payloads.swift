import GraphQL

/// Mutations and the fields of their payloads.
extension EntityMapCheck {
  /// A mutation may fail by itself, and takes one argument.
  func mutationProblems(_ field: FieldType, _ coordinate: String, on typeName: String) -> [String] {
    var problems: [String] = []
    if typeName != schema.mutationType { problems.append("\(coordinate) changes rows, but is no mutation") }
    if field.type.isNonNull { problems.append("\(coordinate) may fail, but is non-null") }
    if field.type.itemType != nil || !payloadTypes.contains(field.type.namedType) {
      problems.append("\(coordinate) is \(field.type), which is no payload")
    }
    // A mutation without parameters has no input: an input object cannot be empty.
    if !["input"].starts(with: field.arguments.map(\.name)) { problems.append("\(coordinate) has other arguments than input") }
    return problems
  }

  func problems(
    of part: Resolver<Viewer>.PayloadField, _ field: FieldType, _ coordinate: String, on typeName: String
  ) -> [String] {
    let isPayload = payloadTypes.contains(typeName)
    switch part {
    case .changedKey:
      return (isPayload ? [] : ["\(coordinate) is a key that a mutation gives, but \(typeName) is no payload"])
        + (field.type.namedType != "ID" || field.type.itemType != nil
          ? ["\(coordinate) is \(field.type), which the key of a mutation cannot be"] : [])
    case .changedKeys:
      return (isPayload ? [] : ["\(coordinate) is keys that a mutation gives, but \(typeName) is no payload"])
        + ("\(field.type)" != "[ID!]!" ? ["\(coordinate) is \(field.type), which the keys of a mutation cannot be"] : [])
    case .given:
      let isEnum = if case .enum? = schema.types[field.type.namedType] { true } else { false }
      let isKnown = isEnum || ["String", "Int", "Boolean", "DateTime", "JSON"].contains(field.type.namedType)
      return (isPayload ? [] : ["\(coordinate) is a value that a mutation gives, but \(typeName) is no payload"])
        + (!isKnown || field.type.itemType != nil ? ["\(coordinate) is \(field.type), which no mutation can give"] : [])
    case .part where typeName == schema.subscriptionType:
      return "\(field.type)" == "\(schema.queryType)!" ? [] : ["\(coordinate) is \(field.type), and not the query type"]
    case .part(let condition):
      return (isPayload ? [] : ["\(coordinate) is a part of a payload, but \(typeName) is none"])
        + (!payloadTypes.contains(field.type.namedType) || field.type.itemType != nil
          ? ["\(coordinate) is \(field.type), which no part of a payload can be"] : [])
        + (condition != nil && field.type.isNonNull ? ["\(coordinate) may not be given, but is non-null"] : [])
    }
  }
}
