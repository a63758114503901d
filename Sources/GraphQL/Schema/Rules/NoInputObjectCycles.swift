extension SchemaRule {
  /// No input object needs itself through non-null fields alone, since no value of it could end —
  /// specification section 3.10, "Circular References".
  static let noInputObjectCycles = SchemaRule { draft, schema, report in
    var search = InputObjectCycles(draft: draft, schema: schema)
    for type in draft.types { search.visit(type.name) }
    for cycle in search.cycles {
      report.report(
        "Cannot reference Input Object \"\(cycle.type)\" within itself through a series of non-null fields: "
          + "\"\(cycle.fields.map(\.node.name.value).joined(separator: "."))\".",
        at: cycle.fields.map { $0.place($0.node.name.position) })
    }
  }
}

/// A depth-first search that finds each circle once.
private struct InputObjectCycles {
  let draft: SchemaDraft
  let schema: Schema
  var cycles: [(type: String, fields: [Located<InputValueDefinition>])] = []
  private var visited: Set<String> = []
  /// The fields on the way from the type that the search began with.
  private var path: [Located<InputValueDefinition>] = []
  /// Where on the path a type was left.
  private var indexByType: [String: Int] = [:]

  init(draft: SchemaDraft, schema: Schema) {
    self.draft = draft
    self.schema = schema
  }

  mutating func visit(_ name: String) {
    guard schema.inputObjectType(named: name) != nil, let type = draft.type(named: name),
      visited.insert(name).inserted
    else { return }
    indexByType[name] = path.count
    for field in type.inputFields {
      guard case .nonNull(.named(let target)) = TypeReference(field.node.type) else { continue }
      path.append(field)
      if let start = indexByType[target] {
        cycles.append((target, Array(path[start...])))
      } else {
        visit(target)
      }
      path.removeLast()
    }
    indexByType[name] = nil
  }
}
