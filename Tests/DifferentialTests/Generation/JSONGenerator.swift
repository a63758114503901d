import GraphQL

/// Makes JSON values for input types, as variables have them. With noise, also ones that are not of the type.
struct JSONGenerator {
  let schema: Schema
  /// One in so many values is wrong; none if 0.
  let noise: Int

  func value(of type: TypeReference, depth: Int = 0, _ random: inout Random) -> JSONValue {
    if random.once(in: noise) { return wrong(depth: depth, &random) }
    if !type.isNonNull && random.once(in: 10) { return .null }
    if let item = type.itemType {
      if random.once(in: 5) { return value(of: item.nonNull, depth: depth + 1, &random) }
      return .array((0..<random.below(depth > 3 ? 2 : 4)).map { _ in value(of: item, depth: depth + 1, &random) })
    }
    switch schema.type(named: type.namedType) {
    case .scalar(let scalar): return self.scalar(scalar.name, &random)
    case .enum(let type): return .string(random.pick(type.values.map(\.name)))
    case .inputObject(let object): return .object(members(of: object, depth: depth, &random))
    default: return .null
    }
  }

  private func scalar(_ name: String, _ random: inout Random) -> JSONValue {
    let texts = ["", "Ada", "é😀", "a\"b\\", "1", "\n"]
    return switch name {
    case "Int": .number(random.pick(["0", "1", "-1", "42", "2147483647", "-2147483648", "3.0"]))
    case "Float": .number(random.pick(["0", "1", "-7", "0.5", "-1.25", "1000000.5"]))
    case "String": .string(random.pick(texts))
    case "Boolean": .bool(random.once(in: 2))
    case "ID": random.once(in: 2) ? .string(random.pick(texts)) : .number(random.pick(["0", "17", "-4", "5.0"]))
    default: random.pick([.string("2026-01-31"), .number("17"), .bool(true)])
    }
  }

  private func members(of object: InputObjectType, depth: Int, _ random: inout Random) -> [JSONValue.Member] {
    var fields = object.fields.filter { field in
      field.isRequired && !random.once(in: noise) || depth < 4 && random.once(in: 3)
    }
    if object.isOneOf && !random.once(in: noise) {
      fields = [random.pick(depth < 4 ? object.fields : Array(object.fields.prefix(2)))]
    }
    if random.once(in: 2) { fields.reverse() }
    var members = fields.map { field in
      JSONValue.Member(
        field.name, value(of: object.isOneOf ? field.type.nonNull : field.type, depth: depth + 1, &random))
    }
    if random.once(in: noise) {
      let name = random.pick(["unknown", "nam", "é", "fro"])
      members.insert(JSONValue.Member(name, wrong(depth: depth + 1, &random)), at: random.below(members.count + 1))
    }
    return members
  }

  private func wrong(depth: Int, _ random: inout Random) -> JSONValue {
    switch random.below(depth > 4 ? 6 : 10) {
    case 0: .null
    case 1: .bool(random.once(in: 2))
    case 2: .number(random.pick(["1.5", "2147483648", "-2147483649", "7", "0.25"]))
    case 3: .string(random.pick(["", "x", "NOVELL", "novel", "1", "true"]))
    case 4: .array([])
    case 5: .object([])
    case 6: .array((0..<random.between(1...12)).map { _ in wrong(depth: depth + 1, &random) })
    case 7: .object([JSONValue.Member("from", wrong(depth: depth + 1, &random))])
    case 8: .object([JSONValue.Member("text", .string("a")), JSONValue.Member("id", wrong(depth: depth + 1, &random))])
    default: .string("é😀 \" \\ \n")
    }
  }
}
