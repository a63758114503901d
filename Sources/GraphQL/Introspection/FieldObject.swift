/// `__Field` — specification section 4.2.3.
struct FieldObject: IntrospectionObject {
  static let typeName = "__Field"

  let field: FieldType

  func write(_ group: FieldGroup, into answer: inout IntrospectionAnswer) throws(GraphQLError) {
    switch group.first.name.value {
    case "name": answer.write(field.name)
    case "description": answer.write(field.description)
    case "args":
      let all = try answer.arguments(of: group, on: Self.typeName).includesDeprecated
      let arguments = field.arguments.filter { all || $0.deprecationReason == nil }
      try answer.write(arguments.map { InputValueObject(value: $0) }, group, leadsToTypes: false)
    case "type": try answer.write(type: field.type, group)
    case "isDeprecated": answer.write(field.deprecationReason != nil)
    case "deprecationReason": answer.write(field.deprecationReason)
    default: answer.writeNull()
    }
  }
}
