import GraphQL

/// Makes executable documents for a schema — specification section 2.2. Without noise they are valid but for
/// fields that cannot be merged; with noise, anything in them may be wrong.
struct DocumentGenerator {
  private let schema: Schema
  private let noise: Int
  private let literals: LiteralGenerator
  private let composites: [String]
  private let inputs: [TypeReference]
  private var random: Random
  private var aliases = 0
  private var fragments: [Fragment] = []
  private var variables: [String: Variable] = [:]
  /// The variables and fragments that the current definition uses.
  private var used = Uses()

  private struct Uses {
    var variables: Set<String> = []
    var fragments: Set<String> = []
  }

  private struct Fragment {
    var name: String
    var type: String
    var tokens: [String]
    var uses: Uses
  }

  private struct Variable {
    var type: TypeReference
    var defaultValue: [String]?
  }

  init(schema: Schema, noise: Int, random: Random) {
    self.schema = schema
    self.noise = noise
    self.random = random
    literals = LiteralGenerator(schema: schema, noise: noise)
    composites = schema.typeNames.filter { schema.isComposite($0) && !$0.hasPrefix("__") }
    let named = schema.typeNames.filter { schema.isInput($0) && !$0.hasPrefix("__") }.map(TypeReference.named)
    inputs = named + named.map { .list($0) } + named.map { .nonNull($0) }
  }

  /// The tokens of the document.
  mutating func document() -> [String] {
    for index in 0..<random.below(4) { fragments.append(fragment(index)) }
    var definitions: [[String]] = []
    let count = random.once(in: 4) ? random.between(2...3) : 1
    for index in 0..<count { definitions.append(operation(index, of: count)) }
    for fragment in fragments where used.fragments.contains(fragment.name) || random.once(in: noise) {
      let place = random.below(definitions.count + 1)
      definitions.insert(fragment.tokens, at: place)
    }
    if random.once(in: noise * 2) { definitions.append(["type", "Toy", "{", "a", ":", "Int", "}"]) }
    return definitions.flatMap { $0 }
  }

  // MARK: Definitions

  private mutating func fragment(_ index: Int) -> Fragment {
    let outer = used
    used = Uses()
    defer { used = outer }
    let type = wrong(random.pick(composites), ["Unknown", "Int", "Filter"])
    let name = random.once(in: noise) ? "F0" : "F\(index)"
    let head = description() + ["fragment", name, "on", type]
    let tokens = head + directives("FRAGMENT_DEFINITION") + selectionSet(on: type, depth: 2)
    return Fragment(name: name, type: type, tokens: tokens, uses: used)
  }

  private mutating func operation(_ index: Int, of count: Int) -> [String] {
    let fragmentsBefore = used.fragments
    used = Uses()
    var kinds: [(OperationType, String)] = []
    for kind in OperationType.allCases {
      if let root = schema.rootType(of: kind) { kinds.append((kind, root)) }
    }
    let (kind, root) = random.once(in: 3) ? random.pick(kinds) : kinds[0]
    let isSingle = kind == .subscription && !random.once(in: noise)
    let selections =
      isSingle ? ["{"] + field(on: root, depth: 1) + ["}"] : selectionSet(on: root, depth: 0)
    let operationDirectives = directives(kind.rawValue.uppercased())
    let variables = variableDefinitions()
    used.fragments.formUnion(fragmentsBefore)

    let isNamed = count > 1 ? !random.once(in: noise) : random.once(in: 2)
    if !isNamed && variables.isEmpty && operationDirectives.isEmpty && kind == .query && random.once(in: 2) {
      return selections
    }
    let name = isNamed ? [random.once(in: noise) ? "Op" : "Op\(index)"] : []
    return description() + [wrong(kind.rawValue, ["subscription", "mutation"])] + name + variables
      + operationDirectives + selections
  }

  private mutating func variableDefinitions() -> [String] {
    var names = used.variables.sorted()
    if random.once(in: noise) { names.append("unused") }
    if let first = names.first, random.once(in: noise) { names.append(first) }
    if random.once(in: noise) { _ = names.popLast() }
    if names.isEmpty { return [] }
    var tokens: [String] = []
    for name in names {
      var variable = variables[name] ?? Variable(type: random.pick(inputs))
      if random.once(in: noise) { variable.type = random.pick(inputs) }
      let type = random.once(in: noise * 2) ? random.pick(["Unknown", "Root", "[Book!]"]) : "\(variable.type)"
      tokens += description() + ["$", name, ":"] + Tokens(type).pieces.map(String.init)
      if let value = variable.defaultValue { tokens += ["="] + value }
      tokens += directives("VARIABLE_DEFINITION")
    }
    return ["("] + tokens + [")"]
  }

  private mutating func description() -> [String] {
    random.once(in: 12) ? [random.pick(LiteralGenerator.strings)] : []
  }

  // MARK: Selections

  private mutating func selectionSet(on type: String, depth: Int) -> [String] {
    var tokens: [String] = []
    for _ in 0..<random.between(1...(depth > 3 ? 2 : 4)) { tokens += selection(on: type, depth: depth) }
    return ["{"] + tokens + ["}"]
  }

  private mutating func selection(on type: String, depth: Int) -> [String] {
    if random.once(in: 6), depth < 5 { return inlineFragment(on: type, depth: depth) }
    if random.once(in: 6) {
      let fitting = fragments.filter { schema.overlap($0.type, type) && schema.isComposite($0.type) }
      let candidates = random.once(in: noise) ? fragments : fitting
      if !candidates.isEmpty {
        let fragment = random.pick(candidates)
        used.fragments.insert(fragment.name)
        used.fragments.formUnion(fragment.uses.fragments)
        used.variables.formUnion(fragment.uses.variables)
        return ["...", wrong(fragment.name, ["F0", "F9"])] + directives("FRAGMENT_SPREAD")
      }
    }
    return field(on: type, depth: depth)
  }

  private mutating func inlineFragment(on type: String, depth: Int) -> [String] {
    guard random.once(in: 4) else {
      let types = composites.filter { schema.overlap($0, type) }
      let condition =
        types.isEmpty || random.once(in: noise) ? random.pick(composites + ["Unknown", "Kind"]) : random.pick(types)
      return ["...", "on", condition] + directives("INLINE_FRAGMENT") + selectionSet(on: condition, depth: depth + 1)
    }
    return ["..."] + directives("INLINE_FRAGMENT") + selectionSet(on: type, depth: depth + 1)
  }

  private mutating func field(on type: String, depth: Int) -> [String] {
    var fields = Array(schema.type(named: type)?.fields ?? FieldTable([]))
    if depth > 4 { fields = fields.filter { schema.isLeaf($0.type.namedType) } }
    guard !fields.isEmpty, !random.once(in: 10) else {
      return (random.once(in: 3) ? ["t", ":"] : []) + ["__typename"] + directives("FIELD")
    }
    let field = random.pick(fields)
    let name =
      random.once(in: noise) ? random.pick(["unknown", "nam", "pages", "kind", "__schema", "__type"]) : field.name
    var tokens: [String] = []
    if !field.arguments.isEmpty && noise == 0 || random.once(in: 3) {
      aliases += 1
      tokens = [random.once(in: noise) ? "same" : "a\(aliases)", ":"]
    }
    tokens += [name] + arguments(field.arguments) + directives("FIELD")
    let isComposite = schema.isComposite(field.type.namedType)
    if isComposite != random.once(in: noise) {
      tokens += selectionSet(on: field.type.namedType, depth: depth + 1)
    }
    return tokens
  }

  private mutating func arguments(_ definitions: [InputValueType]) -> [String] {
    var given = definitions.filter { $0.isRequired && !random.once(in: noise) || random.once(in: 3) }
    if random.once(in: 3) { given.reverse() }
    if let first = given.first, random.once(in: noise) { given.append(first) }
    var tokens: [String] = []
    for definition in given {
      tokens += [wrong(definition.name, ["x", "nam", "id"]), ":"]
      tokens += literal(of: definition.type, hasDefault: definition.defaultValue != nil)
    }
    if given.isEmpty { return random.once(in: noise) ? ["(", "x", ":", "1", ")"] : [] }
    return ["("] + tokens + [")"]
  }

  private mutating func literal(of type: TypeReference, hasDefault: Bool) -> [String] {
    var variables = variables
    var used = used
    let noise = noise
    let literals = literals
    let tokens = literals.literal(of: type, hasDefault: hasDefault, &random) { type, hasDefault, random in
      guard random.once(in: 6) else { return nil }
      let known = variables.filter { $0.value.type == type }.map(\.key).sorted()
      if !known.isEmpty, random.once(in: 2) {
        let name = random.pick(known)
        used.variables.insert(name)
        return name
      }
      let name = "v\(variables.count)"
      // Stricter than needed, or made up for by a default.
      var variable = Variable(type: type)
      if !type.isNonNull && random.once(in: 3) {
        variable.type = .nonNull(type)
      } else if type.isNonNull && random.once(in: 3) {
        variable.type = type.nullable
        if !hasDefault && !random.once(in: noise) {
          variable.defaultValue = literals.literal(of: type, &random)
        }
      }
      if !variable.type.isNonNull && variable.defaultValue == nil && random.once(in: 3) {
        variable.defaultValue = literals.literal(of: variable.type, &random)
      }
      variables[name] = variable
      used.variables.insert(name)
      return name
    }
    self.variables = variables
    self.used = used
    return tokens
  }

  // MARK: Directives

  private mutating func directives(_ location: String) -> [String] {
    guard random.once(in: 10) else { return [] }
    var tokens: [String] = []
    for _ in 0..<random.between(1...2) {
      let fitting = schema.directives.filter { definition in
        definition.locations.contains { $0.rawValue == location }
          && (definition.isRepeatable || !tokens.contains(definition.name))
      }
      let candidates = random.once(in: noise) ? schema.directives : fitting
      if candidates.isEmpty { break }
      let directive = random.pick(candidates)
      // No variables in a constant.
      tokens += ["@", wrong(directive.name, ["unknown"])]
      if location == "VARIABLE_DEFINITION" {
        let required = directive.arguments.filter(\.isRequired)
        let values = required.flatMap { [$0.name, ":"] + literals.literal(of: $0.type, &random) }
        if !values.isEmpty { tokens += ["("] + values + [")"] }
      } else {
        tokens += arguments(directive.arguments)
      }
    }
    return tokens
  }

  private mutating func wrong(_ right: String, _ others: [String]) -> String {
    random.once(in: noise) ? random.pick(others) : right
  }
}
