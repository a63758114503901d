extension SchemaRule {
  /// The fields of a OneOf input object are nullable and have no default — specification section 3.10.1.
  static let oneOfInputObjects = SchemaRule { draft, schema, report in
    for type in draft.types {
      guard schema.inputObjectType(named: type.name)?.isOneOf == true else { continue }
      for field in type.inputFields {
        let coordinate = "\(type.name).\(field.node.name.value)"
        if TypeReference(field.node.type).isNonNull {
          report.report("OneOf input field \(coordinate) must be nullable.", at: field.place(field.node.type.position))
        }
        if field.node.defaultValue != nil {
          report.report(
            "OneOf input field \(coordinate) cannot have a default value.", at: field.place(field.node.position))
        }
      }
    }
  }
}
