/// `__Type` — specification section 4.2.2.
struct TypeObject: IntrospectionObject {
  static let typeName = "__Type"

  enum Kind {
    case named(NamedType)
    case list(TypeReference)
    case nonNull(TypeReference)
  }

  let type: Kind

  func write(_ group: FieldGroup, into answer: inout IntrospectionAnswer) throws(GraphQLError) {
    switch group.first.name.value {
    case "kind": answer.write(kindName)
    case "name": answer.write(named?.name)
    case "description": answer.write(named?.description)
    case "specifiedByURL":
      if case .scalar(let scalar) = named { answer.write(scalar.specifiedByURL) } else { answer.writeNull() }
    case "isOneOf":
      if case .inputObject(let object) = named { answer.write(object.isOneOf) } else { answer.writeNull() }
    case "ofType":
      switch type {
      case .named: answer.writeNull()
      case .list(let inner), .nonNull(let inner): try answer.write(type: inner, group)
      }
    default: try writeList(group, into: &answer)
    }
  }

  private func writeList(_ group: FieldGroup, into answer: inout IntrospectionAnswer) throws(GraphQLError) {
    let all = try answer.arguments(of: group, on: Self.typeName).includesDeprecated
    switch (group.first.name.value, named) {
    case ("fields", .object), ("fields", .interface):
      let fields = named?.fields?.filter { all || $0.deprecationReason == nil } ?? []
      try answer.write(fields.map { FieldObject(field: $0) }, group, leadsToTypes: true)
    case ("interfaces", .object), ("interfaces", .interface):
      try write(types: named?.interfaces ?? [], group, into: &answer)
    case ("possibleTypes", .interface(let interface)):
      try write(types: answer.schema.possibleTypes[interface.name] ?? [], group, into: &answer)
    case ("possibleTypes", .union(let union)):
      try write(types: answer.schema.possibleTypes[union.name] ?? [], group, into: &answer)
    case ("enumValues", .enum(let type)):
      let values = type.values.filter { all || $0.deprecationReason == nil }
      try answer.write(values.map { EnumValueObject(value: $0) }, group, leadsToTypes: false)
    case ("inputFields", .inputObject(let object)):
      let fields = object.fields.filter { all || $0.deprecationReason == nil }
      try answer.write(fields.map { InputValueObject(value: $0) }, group, leadsToTypes: true)
    default: answer.writeNull()
    }
  }

  private func write(
    types names: [String], _ group: FieldGroup, into answer: inout IntrospectionAnswer
  ) throws(GraphQLError) {
    let types = names.compactMap { answer.schema.types[$0] }
    try answer.write(types.map { TypeObject(type: .named($0)) }, group, leadsToTypes: true)
  }

  private var named: NamedType? { if case .named(let type) = type { type } else { nil } }

  private var kindName: String {
    switch type {
    case .list: "LIST"
    case .nonNull: "NON_NULL"
    case .named(.scalar): "SCALAR"
    case .named(.object): "OBJECT"
    case .named(.interface): "INTERFACE"
    case .named(.union): "UNION"
    case .named(.enum): "ENUM"
    case .named(.inputObject): "INPUT_OBJECT"
    }
  }
}
