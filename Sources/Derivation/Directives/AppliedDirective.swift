import GraphQL

/// A directive of this target where it stands in a document, with the defaults of its arguments.
struct AppliedDirective {
  /// Without `@`.
  let name: String
  /// The file and the element: `records.graphql: Resource.title @text`.
  let place: String
  private let values: [String: Value]

  init(_ directive: Directive, of definition: DirectiveDefinition, at element: String) {
    name = directive.name.value
    place = "\(element) @\(name)"
    var values: [String: Value] = [:]
    for argument in definition.arguments { values[argument.name.value] = argument.defaultValue }
    for argument in directive.arguments { values[argument.name.value] = argument.value }
    self.values = values
  }

  /// Nil for an argument that is absent or null, as below.
  subscript(argument: String) -> Value? {
    guard let value = values[argument] else { return nil }
    if case .null = value.kind { return nil }
    return value
  }

  func text(_ argument: String) -> String? { self[argument]?.name }

  func integer(_ argument: String) -> Int? {
    if case .int(let text)? = self[argument]?.kind { Int(text) } else { nil }
  }

  func isTrue(_ argument: String) -> Bool {
    if case .boolean(let value)? = self[argument]?.kind { value } else { false }
  }

  /// Names or paths.
  func names(_ argument: String) -> [String] {
    if case .list(let items)? = self[argument]?.kind { items.compactMap(\.name) } else { self[argument]?.name.map { [$0] } ?? [] }
  }
}

extension Value {
  /// A name, with or without quotes.
  fileprivate var name: String? {
    switch kind {
    case .string(let text, _): text
    case .enum(let name): name
    default: nil
    }
  }
}
