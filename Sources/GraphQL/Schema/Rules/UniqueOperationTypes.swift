extension SchemaRule {
  /// Each kind of operation has one root type — specification section 3.3.1.
  static let uniqueOperationTypes = SchemaRule { draft, _, report in
    let roots = draft.schemaParts.flatMap { part in
      part.node.operationTypes.map { Located(node: $0, source: part.source) }
    }
    for operation in OperationType.allCases {
      let names = roots.filter { $0.node.operation == operation }
        .map { (operation.rawValue, $0.place($0.node.position)) }
      for (name, places) in duplicates(names) {
        report.report("There can be only one \(name) type in schema.", at: places)
      }
    }
  }
}
