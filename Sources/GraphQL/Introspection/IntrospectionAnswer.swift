/// The answer to a root field about the schema, while it is written.
struct IntrospectionAnswer: ~Copyable {
  let schema: Schema
  let collector: FieldCollector
  let variables: VariableValues
  var writer = JSONWriter()

  var limit: AnswerLimit
  private var listNesting = 0
  private var objects = 0

  init(schema: Schema, collector: FieldCollector, variables: VariableValues, limit: AnswerLimit) {
    self.limit = limit
    self.schema = schema
    self.collector = collector
    self.variables = variables
  }

  /// Writes an object with the fields that a group of fields selects on it.
  mutating func write<Object: IntrospectionObject>(
    _ object: Object, _ group: FieldGroup
  ) throws(GraphQLError) {
    try write(object, collector.collect(group.selectionSets, on: Object.typeName))
  }

  /// Writes a list of objects.
  ///
  /// - Parameter leadsToTypes: Whether the list is one that `Introspection.maxListNesting` counts.
  mutating func write<Object: IntrospectionObject>(
    _ objects: [Object], _ group: FieldGroup, leadsToTypes: Bool
  ) throws(GraphQLError) {
    if leadsToTypes { listNesting += 1 }
    defer { if leadsToTypes { listNesting -= 1 } }
    if listNesting > Introspection.maxListNesting {
      throw exceeded("introspectionListNesting", Introspection.maxListNesting)
    }
    let groups = collector.collect(group.selectionSets, on: Object.typeName)
    writer.write(UInt8(ascii: "["))
    for (index, object) in objects.enumerated() {
      if index > 0 { writer.write(UInt8(ascii: ",")) }
      try write(object, groups)
    }
    writer.write(UInt8(ascii: "]"))
  }

  private mutating func write<Object: IntrospectionObject>(
    _ object: Object, _ groups: [FieldGroup]
  ) throws(GraphQLError) {
    objects += 1
    if objects > Introspection.maxObjects {
      throw exceeded("introspectionObjects", Introspection.maxObjects)
    }
    if !limit.allows(writer.count) { throw .responseTooLarge(maximum: limit.maximum) }
    writer.write(UInt8(ascii: "{"))
    for (index, group) in groups.enumerated() {
      if index > 0 { writer.write(UInt8(ascii: ",")) }
      writer.writeString(group.responseKey)
      writer.write(UInt8(ascii: ":"))
      if group.first.name.value == "__typename" {
        writer.writeString(Object.typeName)
      } else {
        try object.write(group, into: &self)
      }
    }
    writer.write(UInt8(ascii: "}"))
  }

  /// Writes the type `name`, or null when there is none.
  mutating func write(namedType name: String?, _ group: FieldGroup) throws(GraphQLError) {
    if let name, let type = schema.types[name] {
      try write(TypeObject(type: .named(type)), group)
    } else {
      writer.writeNull()
    }
  }

  /// Writes a type with its lists and non-nulls.
  mutating func write(type: TypeReference, _ group: FieldGroup) throws(GraphQLError) {
    switch type {
    case .named(let name): try write(namedType: name, group)
    case .list(let item): try write(TypeObject(type: .list(item)), group)
    case .nonNull(let inner): try write(TypeObject(type: .nonNull(inner)), group)
    }
  }

  /// Writes a string, or null.
  mutating func write(_ text: String?) {
    if let text { writer.writeString(text) } else { writer.writeNull() }
  }

  mutating func write(_ flag: Bool) { writer.writeBool(flag) }

  mutating func writeNull() { writer.writeNull() }

  mutating func write(_ names: [String]) { writer.writeArray(names) { $0.writeString($1) } }

  func arguments(
    of group: FieldGroup, _ definitions: [InputValueType]
  ) throws(GraphQLError) -> ArgumentValues {
    try ArgumentValues(
      coercing: group.first.arguments, definitions: definitions, variables: variables, schema: schema,
      source: collector.source, at: group.first.position)
  }

  /// The arguments of a field of an introspection type.
  func arguments(of group: FieldGroup, on typeName: String) throws(GraphQLError) -> ArgumentValues {
    try arguments(of: group, schema.field(group.first.name.value, of: typeName)?.arguments ?? [])
  }

  private func exceeded(_ limit: String, _ value: Int) -> GraphQLError {
    .limitExceeded("Maximum introspection depth exceeded", limit: limit, maximum: value)
  }
}
