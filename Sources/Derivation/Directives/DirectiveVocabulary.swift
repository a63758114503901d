import GraphQL

/// The directives that `schema/directives.graphql` declares. They are checked by their declarations and not expanded.
struct DirectiveVocabulary {
  /// The directives that this target implements.
  static let names: Set = [
    "words", "record", "lookup", "filter", "order", "connection", "list", "create", "update", "delete", "input", "text",
    "number", "integer", "comparedAs", "byHand", "audited", "owner", "keeper", "links", "items", "facet", "payload",
  ]

  private var definitions: [String: DirectiveDefinition] = [:]
  private var enums: [String: Set<String>] = [:]

  /// - Parameter documents: Those that declare directives of this target declare nothing else of the schema.
  init(_ documents: [Document]) {
    for definition in documents.filter(\.declaresVocabulary).flatMap(\.definitions) {
      switch definition {
      case .directive(let directive): definitions[directive.name.value] = directive
      case .type(let type):
        if case .enum(let values) = type.kind { enums[type.name.value] = Set(values.map(\.name.value)) }
      default: break
      }
    }
  }

  /// The differences between the enum `Writers` and the writers of the domain.
  func problems(with writers: [Writers]) -> [String] {
    let (declared, known) = (enums["Writers"] ?? [], Set(writers.map(\.name)))
    return declared.subtracting(known).sorted().map {
      "schema/directives.graphql: Writers.\($0): the domain has no such writers. Remove the value."
    }
      + known.subtracting(declared).sorted().map {
        "schema/directives.graphql: Writers has no value \($0), which the domain declares. Add it."
      }
  }

  /// The directives of this target among those of an element.
  /// - Parameters:
  ///   - location: Such as `FIELD_DEFINITION`.
  ///   - element: The file and the coordinate: `records.graphql: Resource.title`.
  func read(
    _ directives: [Directive], on location: String, at element: String, _ problems: inout [String]
  ) -> [AppliedDirective] {
    var applied: [AppliedDirective] = []
    for directive in directives where Self.names.contains(directive.name.value) {
      let place = "\(element) @\(directive.name.value)"
      guard let definition = definitions[directive.name.value] else {
        problems.append("\(place): the directive is not declared. Declare it in schema/directives.graphql.")
        continue
      }
      let found = self.problems(of: directive, definition, on: location).map { "\(place): \($0)" }
      problems += found
      if !definition.isRepeatable && applied.contains(where: { $0.name == directive.name.value }) {
        problems.append("\(place): the directive is given twice. Write it once.")
      }
      if found.isEmpty { applied.append(AppliedDirective(directive, of: definition, at: element)) }
    }
    return applied
  }

  private func problems(of directive: Directive, _ definition: DirectiveDefinition, on location: String) -> [String] {
    guard definition.locations.contains(where: { $0.value == location }) else {
      let allowed = definition.locations.map(\.value).joined(separator: ", ")
      return ["the directive does not stand at \(location). Write it at one of \(allowed)."]
    }
    let known = definition.arguments.map(\.name.value)
    let given = directive.arguments.map(\.name.value)
    var problems = given.filter { !known.contains($0) }.map {
      "there is no argument \($0). Write one of \(known.joined(separator: ", "))."
    }
    for argument in definition.arguments {
      let name = argument.name.value
      guard let value = directive.arguments.first(where: { $0.name.value == name })?.value else {
        if case .nonNull = argument.type, argument.defaultValue == nil {
          problems.append("the argument \(name) is missing. Write \(name): of the type \(argument.type.printed).")
        }
        continue
      }
      if !accepts(value, argument.type) {
        problems.append("\(name): \(value.printed) does not fit. Write a value of the type \(argument.type.printed).")
      }
    }
    return problems
  }

  private func accepts(_ value: Value, _ type: TypeNode) -> Bool {
    switch (type, value.kind) {
    case (.nonNull, .null): false
    case (.nonNull(let inner, _), _): accepts(value, inner)
    case (_, .null): true
    case (.list(let item, _), .list(let values)): values.allSatisfy { accepts($0, item) }
    case (.list(let item, _), _): accepts(value, item)
    case (.named(let name), let kind): accepts(kind, name.value)
    }
  }

  private func accepts(_ value: Value.Kind, _ typeName: String) -> Bool {
    switch (typeName, value) {
    case ("FieldValue", _), ("String", .string), ("Int", .int), ("Boolean", .boolean), ("FieldPath", .string),
      ("FieldPath", .enum), ("EnumValueName", .enum): true
    case (_, .enum(let name)): enums[typeName]?.contains(name) ?? false
    default: false
    }
  }
}

extension Document {
  /// Whether this document declares directives of this target.
  var declaresVocabulary: Bool {
    definitions.contains { definition in
      if case .directive(let directive) = definition { DirectiveVocabulary.names.contains(directive.name.value) } else { false }
    }
  }
}
