/// `__Schema` — specification section 4.2.1.
struct SchemaObject: IntrospectionObject {
  static let typeName = "__Schema"

  let schema: Schema

  func write(_ group: FieldGroup, into answer: inout IntrospectionAnswer) throws(GraphQLError) {
    switch group.first.name.value {
    case "description": answer.write(schema.description)
    case "types":
      let types = schema.typeNames.compactMap { schema.types[$0] }
      try answer.write(types.map { TypeObject(type: .named($0)) }, group, leadsToTypes: false)
    case "queryType": try answer.write(namedType: schema.queryType, group)
    case "mutationType": try answer.write(namedType: schema.mutationType, group)
    case "subscriptionType": try answer.write(namedType: schema.subscriptionType, group)
    case "directives":
      try answer.write(
        schema.directives.map { DirectiveObject(directive: $0) }, group, leadsToTypes: false)
    default: answer.writeNull()
    }
  }
}
