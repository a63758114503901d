extension SchemaRule {
  /// No default value of an input field contains itself through the defaults of the fields it leaves out —
  /// `InputObjectDefaultValueHasCycle` of specification section 3.10.
  static let noDefaultValueCycles = SchemaRule { draft, schema, report in
    var search = DefaultValueCycles(schema: schema)
    for type in draft.types where schema.inputObjectType(named: type.name) != nil {
      search.visit(Value(.object([])), of: type.name)
    }
    var places: [String: SDLPlace] = [:]
    for (coordinate, value) in draft.inputValues {
      places[coordinate] = value.node.defaultValue.map { value.place($0.position) }
    }
    for cycle in search.cycles {
      let via = cycle.dropFirst().joined(separator: ", ")
      report.report(
        "Invalid circular reference. The default value of Input Object field \(cycle[0]) references itself"
          + (via.isEmpty ? "." : " via the default values of: \(via)."),
        at: cycle.compactMap { places[$0] })
    }
  }
}

/// A depth-first search along default values that finds each circle once.
private struct DefaultValueCycles {
  let schema: Schema
  /// Each a series of field coordinates; never empty.
  var cycles: [[String]] = []
  private var visited: Set<String> = []
  private var path: [String] = []

  init(schema: Schema) { self.schema = schema }

  /// - Parameter value: A value of an input object type, or a list of such.
  mutating func visit(_ value: Value, of typeName: String) {
    if case .list(let items) = value.kind {
      for item in items { visit(item, of: typeName) }
      return
    }
    guard case .object(let given) = value.kind, let type = schema.inputObjectType(named: typeName)
    else { return }
    for field in type.fields where schema.inputObjectType(named: field.type.namedType) != nil {
      if let inner = given.first(where: { $0.name.value == field.name })?.value {
        visit(inner, of: field.type.namedType)
      } else if let defaultValue = field.defaultValue {
        visit(default: defaultValue, of: "\(typeName).\(field.name)", type: field.type.namedType)
      }
    }
  }

  private mutating func visit(default value: Value, of coordinate: String, type: String) {
    if let start = path.firstIndex(of: coordinate) {
      cycles.append(Array(path[start...]))
      return
    }
    guard visited.insert(coordinate).inserted else { return }
    path.append(coordinate)
    visit(value, of: type)
    path.removeLast()
  }
}
