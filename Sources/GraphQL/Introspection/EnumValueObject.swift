/// `__EnumValue` — specification section 4.2.5.
struct EnumValueObject: IntrospectionObject {
  static let typeName = "__EnumValue"

  let value: EnumValue

  func write(_ group: FieldGroup, into answer: inout IntrospectionAnswer) throws(GraphQLError) {
    switch group.first.name.value {
    case "name": answer.write(value.name)
    case "description": answer.write(value.description)
    case "isDeprecated": answer.write(value.deprecationReason != nil)
    case "deprecationReason": answer.write(value.deprecationReason)
    default: answer.writeNull()
    }
  }
}
