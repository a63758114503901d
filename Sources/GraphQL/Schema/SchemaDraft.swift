/// The definitions of several SDL texts together, not checked yet: every type with its extensions in one place.
struct SchemaDraft: Sendable {
  /// The texts given, and after them the one of the built-in types.
  var sources: [Source]
  /// `schema` definitions first, then its extensions.
  var schemaParts: [Located<SchemaDefinition>] = []
  var directives: [Located<DirectiveDefinition>] = []
  var types: [TypeDraft] = []
  /// Operations and fragments, which have no place in SDL.
  var executables: [SDLPlace] = []

  private var indexByName: [String: Int] = [:]

  /// - Parameter sdl: The texts, without the built-in types.
  /// - Throws: The syntax errors of all texts.
  init(parsing sdl: [Source]) throws(SchemaError) {
    sources = sdl + [BuiltInTypes.sdl]
    var errors: [GraphQLError] = []
    var definitions: [Located<Definition>] = []
    for (index, source) in sources.enumerated() {
      do {
        let document = try Document(parsing: source, limits: .trusted)
        definitions += document.definitions.map { Located(node: $0, source: index) }
      } catch {
        errors.append(error)
      }
    }
    if !errors.isEmpty { throw SchemaError(errors: errors) }
    // Definitions first, so that an extension may stand in a text before its type.
    for definition in definitions where !definition.node.isExtension { add(definition) }
    for definition in definitions where definition.node.isExtension { add(definition) }
  }

  private mutating func add(_ definition: Located<Definition>) {
    switch definition.node {
    case .schema(let node):
      schemaParts.append(Located(node: node, source: definition.source))
    case .directive(let node):
      directives.append(Located(node: node, source: definition.source))
    case .type(let node):
      let part = Located(node: node, source: definition.source)
      if let index = indexByName[node.name.value] {
        types[index].parts.append(part)
      } else {
        indexByName[node.name.value] = types.count
        types.append(TypeDraft(name: node.name.value, parts: [part]))
      }
    case .operation(let node):
      executables.append(definition.place(node.position))
    case .fragment(let node):
      executables.append(definition.place(node.position))
    }
  }

  func type(named name: String) -> TypeDraft? { indexByName[name].map { types[$0] } }

  /// Whether a place, by the index of its text, is in the text of the built-in types.
  func isBuiltIn(source: Int) -> Bool { source == sources.count - 1 }
}

extension Definition {
  fileprivate var isExtension: Bool {
    switch self {
    case .schema(let node): node.isExtension
    case .type(let node): node.isExtension
    case .operation, .fragment, .directive: false
    }
  }
}
