import GraphQL

/// Makes type system documents — specification section 3. With noise, anything in them may be wrong.
struct SDLGenerator {
  private var random: Random
  private let noise: Int
  private let objects: [String]
  private let interfaces: [String]
  private let unions: [String]
  private let enums: [String]
  private let inputs: [String]
  private let scalars = ["S0", "S1"]
  private let builtIns = ["Int", "Float", "String", "Boolean", "ID"]
  /// Interface → its fields, those of its own interfaces included.
  private var interfaceFields: [String: [Field]] = [:]
  private var parents: [String: [String]] = [:]

  private struct Field {
    var name: String
    var arguments: [String]
    var type: String
  }

  init(noise: Int, random: Random) {
    self.noise = noise
    self.random = random
    objects = ["Query"] + (0..<self.random.between(1...4)).map { "O\($0)" }
    interfaces = (0..<self.random.below(4)).map { "I\($0)" }
    unions = (0..<self.random.below(3)).map { "U\($0)" }
    enums = (0..<self.random.between(1...2)).map { "E\($0)" }
    inputs = (0..<self.random.below(5)).map { "N\($0)" }
  }

  /// The tokens of the document.
  mutating func document() -> [String] {
    var definitions: [[String]] = []
    if random.once(in: 5) { definitions.append(schemaDefinition()) }
    for name in ["d0", "d1"] where !random.once(in: 3) { definitions.append(directiveDefinition(name)) }
    for name in scalars {
      let url = random.once(in: 3) ? ["@", "specifiedBy", "(", "url", ":", "\"https://x.example\"", ")"] : []
      definitions.append(description() + ["scalar", declared(name)] + url + directives())
    }
    for name in enums { definitions += enumDefinitions(name) }
    for name in inputs { definitions += inputDefinitions(name) }
    for name in interfaces { definitions += compositeDefinitions("interface", name) }
    for name in objects { definitions += compositeDefinitions("type", name) }
    for name in unions { definitions += unionDefinitions(name) }
    if let first = definitions.first, random.once(in: noise) { definitions.append(first) }
    if random.once(in: noise) {
      definitions.append([
        "extend", random.pick(["type", "enum", "input", "union", "scalar", "interface"]),
        random.pick(["Nope", "Query", "E0", "S0", "Int", "O1"]), "@", "deprecated",
      ])
    }
    if random.once(in: noise) {
      definitions.append([
        "extend", "schema", "{", random.pick(["query", "mutation", "subscription"]), ":",
        random.pick(objects + ["E0", "Nope"]), "}",
      ])
    }
    for _ in 0..<random.below(3) {
      definitions.swapAt(random.below(definitions.count), random.below(definitions.count))
    }
    return definitions.flatMap { $0 }
  }

  private mutating func schemaDefinition() -> [String] {
    var roots = ["query", ":", random.once(in: noise) ? random.pick(["E0", "N0", "O0", "Nope"]) : "Query"]
    if random.once(in: 2) {
      roots += ["mutation", ":", random.once(in: noise) ? random.pick(["Query", "S0", "Nope"]) : "O0"]
    }
    if random.once(in: noise) {
      roots += [random.pick(["query", "mutation", "subscription"]), ":", random.pick(objects)]
    }
    return description() + ["schema"] + directives() + ["{"] + roots + ["}"]
  }

  private mutating func directiveDefinition(_ name: String) -> [String] {
    var arguments: [String] = []
    if random.once(in: 2) { arguments = ["("] + inputValues(["x", "y"], in: nil) + [")"] }
    let all = DirectiveLocation.allCases.map(\.rawValue)
    let locations = Set((0..<random.between(3...12)).map { _ in random.pick(all) }).sorted()
    let list = locations.enumerated().flatMap { $0 == 0 ? [$1] : ["|", $1] }
    let isRepeatable = random.once(in: 2) ? ["repeatable"] : []
    let wrongName = random.pick(["skip", "deprecated", "__d", "d0"])
    return description() + ["directive", "@", random.once(in: noise) ? wrongName : name] + arguments + isRepeatable + [
      "on"
    ] + list
  }

  private mutating func enumDefinitions(_ name: String) -> [[String]] {
    var values: [[String]] = []
    for value in ["RED", "GREEN", "BLUE"].prefix(random.between(1...3)) {
      let shown = random.once(in: noise) ? random.pick(["RED", "__X", "true"]) : value
      values.append(description() + [shown] + deprecation() + directives())
    }
    return split("enum", name, [], values, braces: true)
  }

  private mutating func inputDefinitions(_ name: String) -> [[String]] {
    let isOneOf = random.once(in: 5)
    let fields = ["a", "b", "c", "d"].prefix(random.between(1...4)).map { field in
      inputValue(random.once(in: noise) ? random.pick(["a", "__a"]) : field, in: isOneOf ? "oneOf" : name)
    }
    return split("input", name, isOneOf ? ["@", "oneOf"] : [], fields, braces: true)
  }

  private mutating func unionDefinitions(_ name: String) -> [[String]] {
    let members =
      objects.filter { _ in random.once(in: 2) }
      + (random.once(in: noise) ? [random.pick(["I0", "E0", "O0", "Nope", "Int"])] : [])
    if members.isEmpty && !random.once(in: noise) { return [["union", name, "=", "Query"]] }
    return split("union", name, [], members.map { [$0] }, braces: false)
  }

  private mutating func compositeDefinitions(_ keyword: String, _ name: String) -> [[String]] {
    let candidates = interfaces.filter { $0 < name || keyword == "type" }
    var implemented: [String] = []
    for candidate in candidates where random.once(in: 3) {
      for parent in (parents[candidate] ?? []) + [candidate] where !implemented.contains(parent) {
        if !random.once(in: noise * 2) { implemented.append(parent) }
      }
    }
    if random.once(in: noise) { implemented.append(random.pick(["O0", "E0", "I0", "I1", "Nope", name])) }
    parents[name] = implemented

    var fields: [Field] = []
    for interface in implemented {
      for field in interfaceFields[interface] ?? [] where !fields.contains(where: { $0.name == field.name }) {
        if !random.once(in: noise) { fields.append(variation(of: field)) }
      }
    }
    for index in 0..<random.between(1...3) {
      let fieldName = random.once(in: noise) ? random.pick(["__f", "f0"]) : "\(name.lowercased())\(index)"
      fields.append(Field(name: fieldName, arguments: arguments(), type: outputType()))
    }
    if keyword == "interface" { interfaceFields[name] = fields }
    let nodes = fields.map { field in
      description() + [field.name] + field.arguments + [":"] + Tokens(field.type).pieces.map(String.init)
        + deprecation() + directives()
    }
    let head =
      implemented.isEmpty ? [] : ["implements"] + implemented.enumerated().flatMap { $0 == 0 ? [$1] : ["&", $1] }
    return split(keyword, name, head, nodes, braces: true)
  }

  private mutating func variation(of field: Field) -> Field {
    var field = field
    if random.once(in: 4), !field.type.hasSuffix("!") { field.type += "!" }
    if random.once(in: noise) { field.type = outputType() }
    if random.once(in: noise) { field.arguments = arguments() }
    return field
  }

  /// The definition, and perhaps an extension with the last of the parts.
  private mutating func split(
    _ keyword: String, _ name: String, _ head: [String], _ parts: [[String]], braces: Bool
  ) -> [[String]] {
    func body(_ parts: ArraySlice<[String]>) -> [String] {
      if parts.isEmpty { return [] }
      if braces { return ["{"] + parts.flatMap { $0 } + ["}"] }
      return ["="] + parts.enumerated().flatMap { $0 == 0 ? $1 : ["|"] + $1 }
    }
    let isSplit = parts.count > 1 && random.once(in: 6)
    let first = isSplit ? parts.dropLast() : parts[...]
    let kept = random.once(in: noise * 2) ? [] : first
    var definitions = [description() + [keyword, declared(name)] + head + directives() + body(kept)]
    if isSplit {
      let word = random.once(in: noise) ? random.pick(["type", "interface", "input"]) : keyword
      definitions.append(["extend", word, name] + body(parts.suffix(1)))
    }
    return definitions
  }

  private mutating func declared(_ name: String) -> String {
    random.once(in: noise * 2) ? random.pick(["Query", "O0", "Int", "__T", "S0"]) : name
  }

  private mutating func outputType() -> String {
    let named =
      random.once(in: noise)
      ? random.pick(["Nope", "N0", "Quer", "O", "__Type"])
      : random.pick(objects + interfaces + unions + enums + scalars + builtIns)
    return wrapped(named)
  }

  private mutating func wrapped(_ name: String) -> String {
    switch random.below(7) {
    case 0: "\(name)!"
    case 1: "[\(name)]"
    case 2: "[\(name)!]!"
    case 3: "[[\(name)]!]"
    default: name
    }
  }

  private mutating func arguments() -> [String] {
    random.once(in: 3) ? ["("] + inputValues(["x", "y", "z"], in: nil) + [")"] : []
  }

  private mutating func inputValues(_ names: [String], in owner: String?) -> [String] {
    names.prefix(random.between(1...names.count)).flatMap { name in
      inputValue(random.once(in: noise) ? random.pick(["x", "__x"]) : name, in: owner)
    }
  }

  /// - Parameter owner: The input object that this is a field of; `oneOf` for a OneOf input object.
  private mutating func inputValue(_ name: String, in owner: String?) -> [String] {
    let pool = builtIns + scalars + enums + inputs
    var type = random.once(in: noise) ? random.pick(["Query", "Nope", "I0", "U0"]) : random.pick(pool)
    let isInput = inputs.contains(type)
    if !(owner == "oneOf") || random.once(in: noise) {
      // Non-null fields of input objects may go in circles.
      type = isInput && owner != nil && !random.once(in: noise) ? random.pick([type, "[\(type)!]"]) : wrapped(type)
    }
    var defaultValue: [String] = []
    if random.once(in: 3), owner != "oneOf" || random.once(in: noise) {
      defaultValue = ["="] + self.defaultValue(of: type)
    }
    let isRequired = type.hasSuffix("!") && defaultValue.isEmpty
    let deprecated = isRequired && !random.once(in: noise) ? [] : deprecation()
    return description() + [name, ":"] + Tokens(type).pieces.map(String.init) + defaultValue + deprecated + directives()
  }

  private mutating func defaultValue(of type: String) -> [String] {
    if random.once(in: noise) {
      return random.pick([
        ["1"], ["\"a\""], ["null"], ["RED"], ["NOPE"], ["[", "]"], ["{", "}"], ["{", "a", ":", "1", "}"],
        ["{", "b", ":", "{", "}", "}"], ["1.5"], ["[", "null", "]"], ["{", "nope", ":", "{", "}", "}"],
      ])
    }
    if type.hasPrefix("[") {
      return random.once(in: 3) ? ["[", "]"] : ["["] + defaultValue(of: type.filter { !"[]!".contains($0) }) + ["]"]
    }
    switch type.filter({ $0 != "!" }) {
    case "Int": return ["1"]
    case "Float": return ["0.5"]
    case "String", "ID": return ["\"a\""]
    case "Boolean": return ["true"]
    case let name where enums.contains(name): return ["RED"]
    case let name where inputs.contains(name):
      return random.once(in: 2)
        ? ["{", "}"]
        : random.pick([
          ["{", "a", ":", "null", "}"], ["{", "b", ":", "{", "}", "}"], ["{", "a", ":", "[", "]", "}"],
          ["{", "c", ":", "[", "{", "}", "]", "}"],
        ])
    default: return ["\"a\""]
    }
  }

  private mutating func deprecation() -> [String] {
    random.once(in: 8)
      ? ["@", "deprecated"]
        + (random.once(in: 2) ? ["(", "reason", ":", random.once(in: noise) ? "1" : "\"old\"", ")"] : []) : []
  }

  private mutating func directives() -> [String] {
    guard random.once(in: noise) else { return [] }
    return random.pick([
      ["@", "d0"], ["@", "d1"], ["@", "d0", "@", "d0"], ["@", "nope"], ["@", "d0", "(", "x", ":", "1", ")"],
      ["@", "d1", "(", "nope", ":", "1", ")"], ["@", "oneOf"], ["@", "skip", "(", "if", ":", "true", ")"],
      ["@", "d0", "(", "x", ":", "1", "x", ":", "{", "a", ":", "1", "a", ":", "2", "}", ")"], ["@", "specifiedBy"],
      ["@", "deprecated", "@", "deprecated"],
    ])
  }

  private mutating func description() -> [String] {
    random.once(in: 8) ? [random.pick(LiteralGenerator.strings)] : []
  }
}
