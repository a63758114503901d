import GraphQL

/// A mutation that is written with the type of the one field of its payload: `@payload`.
///
///     markReady(input: MarkReadyInput!): [ClassDismissal!]! @payload(field: dismissals, description: "The dismissals.")
struct Payload {
  /// The name of its input, after which it stands: `MarkReadyInput`.
  let input: String
  /// The name of the payload: `MarkReadyPayload`.
  let name: String
  /// The file and the directive, for messages.
  let place: String
  private let mutation: String
  private let field: FieldDefinition

  /// - Returns: nil without the directive, and for a field of another type.
  init?(of mutation: FieldDefinition, _ directive: AppliedDirective, on typeName: String) {
    guard typeName == "Mutation", directive.name == "payload" else { return nil }
    self.mutation = mutation.name.value
    place = directive.place
    input = "\(self.mutation.capitalized)Input"
    name = "\(self.mutation.capitalized)Payload"
    field = FieldDefinition(directive.text("field") ?? "", mutation.type, directive.text("description") ?? "")
  }

  var definition: Definition { .object(name, [field], "The result of `\(mutation)`.") }

  /// The mutation as clients see it.
  func typed(_ mutation: FieldDefinition) -> FieldDefinition {
    var mutation = mutation
    mutation.type = .named(name)
    return mutation
  }
}
