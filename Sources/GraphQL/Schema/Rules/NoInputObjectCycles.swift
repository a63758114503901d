extension SchemaRule {
  /// Every input object can be given a value that ends: none contains itself through fields that must be given —
  /// "Circular References" of specification section 3.10. A value of a OneOf input object has one field, so not all
  /// of its fields may lead to such a type; only a later draft of the specification says so.
  static let noInputObjectCycles = SchemaRule { draft, schema, report in
    var search = InputObjectCycles(draft: draft, schema: schema)
    for type in draft.types { search.visit(type.name) }
    for cycle in search.cycles {
      let fields = cycle.fields.map { "\($0.type).\($0.node.node.name.value)" }
      report.report(
        "Input Object \(cycle.type) cannot be provided a finite value because it references itself through fields: "
          + "\(fields.joined(separator: ", ")).",
        at: cycle.fields.map { $0.node.place($0.node.node.position) })
    }
  }
}

/// A depth-first search that finds each circle once.
private struct InputObjectCycles {
  struct Field {
    var type: String
    var node: Located<InputValueDefinition>
    /// The input object that a value of the field must be of.
    var target: String
  }

  var cycles: [(type: String, fields: [Field])] = []
  /// The fields of each type whose value needs a value of another type.
  private var fieldsByType: [String: [Field]] = [:]
  private var finite: Set<String> = []
  private var visited: Set<String> = []
  /// The fields on the way from the type that the search began with.
  private var path: [Field] = []
  /// Where on the path a type was left.
  private var indexByType: [String: Int] = [:]

  init(draft: SchemaDraft, schema: Schema) {
    for type in draft.types {
      guard let object = schema.inputObjectType(named: type.name) else { continue }
      fieldsByType[type.name] = type.inputFields.compactMap { field in
        let reference = TypeReference(field.node.type)
        guard object.isOneOf || reference.isNonNull, case .named(let target) = reference.nullable,
          schema.inputObjectType(named: target) != nil
        else { return nil }
        return Field(type: type.name, node: field, target: target)
      }
    }
    // A type is finite if the types it needs are; a OneOf, if one of its fields is.
    var isComplete = false
    while !isComplete {
      isComplete = true
      for type in draft.types where !finite.contains(type.name) {
        guard let object = schema.inputObjectType(named: type.name), let fields = fieldsByType[type.name]
        else { continue }
        let isFinite =
          object.isOneOf
          ? fields.count < object.fields.count || fields.contains { finite.contains($0.target) }
          : fields.allSatisfy { finite.contains($0.target) }
        if isFinite {
          finite.insert(type.name)
          isComplete = false
        }
      }
    }
  }

  mutating func visit(_ name: String) {
    guard let fields = fieldsByType[name], !finite.contains(name), visited.insert(name).inserted else { return }
    indexByType[name] = path.count
    for field in fields where !finite.contains(field.target) {
      path.append(field)
      if let start = indexByType[field.target] {
        cycles.append((field.target, Array(path[start...])))
      } else {
        visit(field.target)
      }
      path.removeLast()
    }
    indexByType[name] = nil
  }
}
