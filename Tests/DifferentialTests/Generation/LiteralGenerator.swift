import GraphQL

/// Makes literals of input types — specification section 2.9. With noise, also ones that are not of the type.
struct LiteralGenerator {
  let schema: Schema
  /// One in so many values is wrong; none if 0.
  let noise: Int

  static let strings = [
    "\"\"", "\"Ada\"", "\"x y\"", "\"é😀\"", "\"\\u00e9\\n\\t\\\\\"", "\"\\u{1F600}\"", "\"\\uD83D\\uDE00\"",
    "\"\\\"\\/\\b\\f\\r\"", "\"\"\"\"\"\"", "\"\"\"block\"\"\"", "\"\"\"\n    two\n      lines \\\"\"\"\n  \"\"\"",
    "\"\"\" \t\n\"\"\"", "\"\"\"a\r\n  b\r  c\"\"\"", "\"\\u{0}\\u{10FFFF}\"", "\"1\"", "\"NOVEL\"",
  ]
  static let ints = ["0", "-0", "1", "-1", "7", "42", "2147483647", "-2147483648"]
  static let floats = ["0.5", "-1.25", "1e3", "2E-2", "6.02e+23", "0.0", "-0.0e0"]
  static let oddNumbers = ["2147483648", "-2147483649", "123456789012345678901234567890", "1e400", "9007199254740993"]

  /// The tokens of a literal. `variable` may give a variable to stand in its place.
  func literal(
    of type: TypeReference, depth: Int = 0, hasDefault: Bool = false, _ random: inout Random,
    variable: (TypeReference, Bool, inout Random) -> String? = { _, _, _ in nil }
  ) -> [String] {
    if random.once(in: noise) { return wrong(depth: depth, &random) }
    if let variable = variable(type, hasDefault, &random) { return ["$", variable] }
    if !type.isNonNull && random.once(in: 12) { return ["null"] }
    if let item = type.itemType {
      if random.once(in: 6) && depth < 6 {
        // A value is the only item of a list. Null and variables would be the list.
        return literal(of: item.nonNull, depth: depth + 1, &random)
      }
      let items = (0..<random.below(depth > 3 ? 2 : 4)).flatMap { _ in
        literal(of: item, depth: depth + 1, &random, variable: variable)
      }
      return ["["] + items + ["]"]
    }
    switch schema.type(named: type.namedType) {
    case .scalar(let scalar): return [self.scalar(scalar.name, &random)]
    case .enum(let type): return [random.pick(type.values.map(\.name))]
    case .inputObject(let object): return fields(of: object, depth: depth, &random, variable: variable)
    default: return ["null"]
    }
  }

  private func scalar(_ name: String, _ random: inout Random) -> String {
    switch name {
    case "Int": random.pick(LiteralGenerator.ints)
    case "Float": random.pick(LiteralGenerator.ints + LiteralGenerator.floats)
    case "String": random.pick(LiteralGenerator.strings)
    case "Boolean": random.pick(["true", "false"])
    case "ID": random.pick(LiteralGenerator.strings + LiteralGenerator.ints)
    default: random.pick(["\"2026-01-31\"", "17", "true", "\"\""])
    }
  }

  private func fields(
    of object: InputObjectType, depth: Int, _ random: inout Random,
    variable: (TypeReference, Bool, inout Random) -> String?
  ) -> [String] {
    var fields = object.fields.filter { field in
      field.isRequired && !random.once(in: noise) || depth < 4 && random.once(in: 3)
    }
    if object.isOneOf && !random.once(in: noise) {
      fields = [random.pick(depth < 4 ? object.fields : Array(object.fields.prefix(2)))]
    }
    if random.once(in: 2) { fields.reverse() }
    var tokens = fields.flatMap { field in
      let type = object.isOneOf ? field.type.nonNull : field.type
      return [random.once(in: noise) ? "unknown" : field.name, ":"]
        + literal(of: type, depth: depth + 1, hasDefault: field.defaultValue != nil, &random, variable: variable)
    }
    if let field = fields.first, random.once(in: noise) {
      tokens += [field.name, ":"] + literal(of: field.type, depth: depth + 1, &random)
    }
    return ["{"] + tokens + ["}"]
  }

  /// A literal of no type in particular.
  func wrong(depth: Int, _ random: inout Random) -> [String] {
    switch random.below(depth > 4 ? 7 : 10) {
    case 0: ["null"]
    case 1: [random.pick(LiteralGenerator.strings)]
    case 2: [random.pick(LiteralGenerator.ints)]
    case 3: [random.pick(LiteralGenerator.floats)]
    case 4: [random.pick(LiteralGenerator.oddNumbers)]
    case 5: [random.pick(["NOVEL", "NOVELL", "EUR", "Unknown", "essay"])]
    case 6: [random.pick(["true", "false"])]
    case 7: ["["] + wrong(depth: depth + 1, &random) + wrong(depth: depth + 1, &random) + ["]"]
    case 8: ["{", random.pick(["text", "from", "id", "x"]), ":"] + wrong(depth: depth + 1, &random) + ["}"]
    default: random.pick([["[", "]"], ["{", "}"]])
    }
  }
}

extension TypeReference {
  var nonNull: TypeReference { isNonNull ? self : .nonNull(self) }
}
