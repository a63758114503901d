/// The arguments of one field or directive in a draft.
struct ArgumentDefinitions {
  /// `Type.field` or `@directive`.
  var owner: String
  var arguments: [Located<InputValueDefinition>]
}

extension SchemaDraft {
  /// The arguments of all fields and directives.
  var argumentDefinitions: [ArgumentDefinitions] {
    let ofFields = types.flatMap { type in
      type.fields.map { field in
        ArgumentDefinitions(
          owner: "\(type.name).\(field.node.name.value)",
          arguments: field.node.arguments.map { Located(node: $0, source: field.source) })
      }
    }
    let ofDirectives = directives.map { directive in
      ArgumentDefinitions(
        owner: "@\(directive.node.name.value)",
        arguments: directive.node.arguments.map { Located(node: $0, source: directive.source) })
    }
    return ofFields + ofDirectives
  }

  /// All arguments and input fields by their coordinate — specification section 3.14 — such as
  /// `Type.field(argument:)`, `@directive(argument:)` and `Input.field`.
  var inputValues: [(coordinate: String, value: Located<InputValueDefinition>)] {
    let arguments = argumentDefinitions.flatMap { definitions in
      definitions.arguments.map { ("\(definitions.owner)(\($0.node.name.value):)", $0) }
    }
    let fields = types.flatMap { type in
      type.inputFields.map { ("\(type.name).\($0.node.name.value)", $0) }
    }
    return (arguments + fields).map { (coordinate: $0.0, value: $0.1) }
  }
}
