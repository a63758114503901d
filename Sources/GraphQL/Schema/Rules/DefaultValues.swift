extension SchemaRule {
  /// Default values are of the type they stand for — specification sections 3.6.1 and 3.10.
  static let defaultValues = SchemaRule { draft, schema, report in
    for (coordinate, value) in draft.inputValues {
      guard let literal = value.node.defaultValue else { continue }
      var check = LiteralCheck(schema: schema)
      check.check(literal, type: TypeReference(value.node.type))
      for problem in check.problems {
        report.report(
          "\(coordinate) has invalid default value\(problem.path.place): \(problem.message)",
          at: value.place(problem.position))
      }
    }
  }
}
