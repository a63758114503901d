import GraphQL

/// A query with variables, and values for them.
struct InputRequest {
  var text: String
  var variables: JSONValue

  /// The variables stand for arguments of `Root.values` and `Root.required`, some inside of lists and objects.
  static func generated(for schema: Schema, noise: Int, _ random: inout Random) -> InputRequest {
    let literals = LiteralGenerator(schema: schema, noise: 0)
    let values = JSONGenerator(schema: schema, noise: noise)
    var definitions = ""
    var members: [JSONValue.Member] = []
    var count = 0
    func variable(_ type: TypeReference, _ hasDefault: Bool, _ random: inout Random) -> String? {
      guard random.once(in: 3) else { return nil }
      let name = "v\(count)"
      count += 1
      var type = type
      var defaultValue = ""
      if type.isNonNull && hasDefault && random.once(in: 2) { type = type.nullable }
      if random.once(in: 4) { defaultValue = " = " + literals.literal(of: type, &random).joined(separator: " ") }
      definitions += " $\(name): \(type)\(defaultValue)"
      let isRequired = type.isNonNull && defaultValue.isEmpty
      if !random.once(in: isRequired ? noise : 3) {
        members.append(JSONValue.Member(name, values.value(of: type, &random)))
      }
      return name
    }
    var fields = ""
    for (index, fieldName) in ["values", "required", "search", "node"].enumerated()
    where random.once(in: 2) || index == 0 {
      guard let field = schema.field(fieldName, of: schema.queryType) else { continue }
      var arguments = ""
      for argument in field.arguments where argument.isRequired || random.once(in: 3) {
        let tokens = literals.literal(
          of: argument.type, hasDefault: argument.defaultValue != nil, &random, variable: variable)
        arguments += " \(argument.name): " + tokens.joined(separator: " ")
      }
      fields += " f\(index): \(fieldName)" + (arguments.isEmpty ? "" : "(\(arguments))")
      if !schema.isLeaf(field.type.namedType) { fields += " { __typename }" }
    }
    if random.once(in: noise) { members.append(JSONValue.Member("other", .number("1"))) }
    let head = definitions.isEmpty ? "query" : "query (\(definitions))"
    return InputRequest(text: "\(head) {\(fields) }", variables: .object(members))
  }
}
