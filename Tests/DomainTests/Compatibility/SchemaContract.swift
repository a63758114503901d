import GraphQL

/// The part of a schema that clients depend on, one line an element and sorted: names, kinds, types, nullability, defaults,
/// deprecations, interfaces and applied directives. Descriptions and order are left out.
struct SchemaContract: Equatable {
  /// Each as in `field Subject.name: String!` or `argument Subject.courses(first:): Int = 50`.
  var lines: [String]

  init(lines: [String]) { self.lines = lines.sorted() }

  init(of schema: Schema) {
    var lines = ["schema query: \(schema.queryType)"]
    // Clients do not depend on the absence of a root type.
    lines += schema.mutationType.map { ["schema mutation: \($0)"] } ?? []
    lines += schema.subscriptionType.map { ["schema subscription: \($0)"] } ?? []
    for name in schema.typeNames where !name.hasPrefix("__") {
      if let type = schema.types[name] { lines += Self.lines(of: type) }
    }
    for directive in schema.directives {
      let locations = directive.locations.map(\.rawValue).sorted().joined(separator: " | ")
      lines.append("directive @\(directive.name)\(directive.isRepeatable ? " repeatable" : "") on \(locations)")
      lines += directive.arguments.map { Self.line("argument @\(directive.name)(\($0.name):)", $0) }
    }
    self.init(lines: lines)
  }

  private static func lines(of type: NamedType) -> [String] {
    switch type {
    case .scalar(let type):
      ["scalar \(type.name)" + (type.specifiedByURL.map { " @specifiedBy(url: \"\($0)\")" } ?? "")]
    case .object(let type): ["type \(type.name)"] + members(of: type.name, type.interfaces, type.fields)
    case .interface(let type): ["interface \(type.name)"] + members(of: type.name, type.interfaces, type.fields)
    case .union(let type): ["union \(type.name)"] + type.members.map { "member \(type.name): \($0)" }
    case .enum(let type):
      ["enum \(type.name)"] + type.values.map { "value \(type.name).\($0.name)" + deprecation($0.deprecationReason) }
    case .inputObject(let type):
      ["input \(type.name)" + (type.isOneOf ? " @oneOf" : "")]
        + type.fields.map { line("input field \(type.name).\($0.name)", $0) }
    }
  }

  private static func members(of type: String, _ interfaces: [String], _ fields: FieldTable) -> [String] {
    interfaces.map { "implements \(type): \($0)" }
      + fields.flatMap { field in
        ["field \(type).\(field.name): \(field.type)" + deprecation(field.deprecationReason)]
          + field.arguments.map { line("argument \(type).\(field.name)(\($0.name):)", $0) }
      }
  }

  private static func line(_ place: String, _ value: InputValueType) -> String {
    "\(place): \(value.type)" + (value.defaultValue.map { " = \($0.printed)" } ?? "")
      + deprecation(value.deprecationReason)
  }

  private static func deprecation(_ reason: String?) -> String { reason.map { " @deprecated(reason: \"\($0)\")" } ?? "" }

  /// The lines of `recorded` that this contract breaks, and additions that a client of `recorded` would have to know:
  /// a required argument or input field of something that was there.
  func breaks(_ recorded: SchemaContract) -> [String] {
    let (before, now) = (Set(recorded.lines), Set(lines))
    let required = now.subtracting(before).filter { line in
      guard let element = line.firstMatch(of: /^(argument|input field) (@?\w+)(?:\.(\w+))?.*: \S+!$/) else { return false }
      let owner = String(element.2)
      if element.1 == "input field" { return before.contains { $0 == "input \(owner)" || $0.hasPrefix("input \(owner) ") } }
      let field = element.3.map { "field \(owner).\($0):" } ?? "directive \(owner) "
      return before.contains { $0.hasPrefix(field) }
    }
    return recorded.lines.filter { !now.contains($0) }.map { "- \($0)" } + required.sorted().map { "+ \($0)" }
  }

  func additions(to recorded: SchemaContract) -> [String] {
    let before = Set(recorded.lines)
    return lines.filter { !before.contains($0) }.map { "+ \($0)" }
  }
}
