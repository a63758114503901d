/// `__Directive` — specification section 4.2.6.
struct DirectiveObject: IntrospectionObject {
  static let typeName = "__Directive"

  let directive: DirectiveType

  func write(_ group: FieldGroup, into answer: inout IntrospectionAnswer) throws(GraphQLError) {
    switch group.first.name.value {
    case "name": answer.write(directive.name)
    case "description": answer.write(directive.description)
    case "isRepeatable": answer.write(directive.isRepeatable)
    case "locations": answer.write(directive.locations.map(\.rawValue))
    case "args":
      let all = try answer.arguments(of: group, on: Self.typeName).includesDeprecated
      let arguments = directive.arguments.filter { all || $0.deprecationReason == nil }
      try answer.write(arguments.map { InputValueObject(value: $0) }, group, leadsToTypes: false)
    default: answer.writeNull()
    }
  }
}
