extension SchemaRule {
  /// Each kind of operation has one root type — specification section 3.3.1.
  static let uniqueOperationTypes = SchemaRule { draft, _, report in
    let roots = draft.schemaParts.flatMap { part in
      part.node.operationTypes.map { Located(node: $0, source: part.source) }
    }
    for operation in OperationType.allCases {
      let places = roots.filter { $0.node.operation == operation }.map { $0.place($0.node.type.position) }
      if places.count > 1 {
        report.report("There can be only one \(operation.rawValue) type in schema.", at: places)
      }
    }
  }
}
