extension SchemaRule {
  /// Types other than scalars have members — "Type Validation" in specification sections 3.6 to 3.10.
  static let nonEmptyTypes = SchemaRule { draft, _, report in
    for type in draft.types {
      let message: String? =
        switch type.kind {
        case .object, .interface:
          type.fields.isEmpty ? "Type \(type.name) must define one or more fields." : nil
        case .union:
          type.members.isEmpty ? "Union type \(type.name) must define one or more member types." : nil
        case .enum:
          type.values.isEmpty ? "Enum type \(type.name) must define one or more values." : nil
        case .inputObject:
          type.inputFields.isEmpty ? "Input Object type \(type.name) must define one or more fields." : nil
        case .scalar: nil
        }
      if let message { report.report(message, at: type.places) }
    }
  }
}
