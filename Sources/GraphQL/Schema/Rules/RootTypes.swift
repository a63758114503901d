extension SchemaRule {
  /// Root types are object types, different ones, and there is one for queries — specification
  /// section 3.3.1.
  static let rootTypes = SchemaRule { draft, schema, report in
    let roots = draft.rootTypes
    if roots[.query] == nil {
      report.report(
        "Query root type must be provided.",
        at: draft.schemaParts.prefix(1).map { $0.place($0.node.position) })
    }
    var operationsByType: [(type: String, operations: [String], places: [SDLPlace])] = []
    for operation in OperationType.allCases {
      guard let root = roots[operation] else { continue }
      let name = root.node.value
      if schema.objectType(named: name) == nil {
        let word = operation.rawValue.prefix(1).uppercased() + operation.rawValue.dropFirst()
        report.report(
          "\(word) root type must be Object type\(operation == .query ? "" : " if provided"), "
            + "it cannot be \(name).",
          at: root.place(root.node.position))
      }
      let index = operationsByType.firstIndex { $0.type == name } ?? operationsByType.endIndex
      if index == operationsByType.endIndex { operationsByType.append((name, [], [])) }
      operationsByType[index].operations.append(operation.rawValue)
      // A root type that is one by its name is named nowhere.
      if draft.namesRootType(of: operation) {
        operationsByType[index].places.append(root.place(root.node.position))
      }
    }
    for (type, operations, places) in operationsByType where operations.count > 1 {
      report.report(
        "All root types must be different, \"\(type)\" type is used as \(andList(operations)) root types.",
        at: places)
    }
  }

  /// `a and b`, `a, b, and c`.
  private static func andList(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + (words.count > 2 ? ", and " : " and ") + last
  }
}
