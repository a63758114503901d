/// `__InputValue` — specification section 4.2.4.
struct InputValueObject: IntrospectionObject {
  static let typeName = "__InputValue"

  let value: InputValueType

  func write(_ group: FieldGroup, into answer: inout IntrospectionAnswer) throws(GraphQLError) {
    switch group.first.name.value {
    case "name": answer.write(value.name)
    case "description": answer.write(value.description)
    case "type": try answer.write(type: value.type, group)
    case "defaultValue": answer.write(value.defaultValue?.printed)
    case "isDeprecated": answer.write(value.deprecationReason != nil)
    case "deprecationReason": answer.write(value.deprecationReason)
    default: answer.writeNull()
    }
  }
}
