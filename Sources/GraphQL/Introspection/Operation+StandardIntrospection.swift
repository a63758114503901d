extension Operation {
  /// Whether the operation is an introspection query as tools send it: `getIntrospectionQuery` of graphql-js with any of
  /// its options, and those of others that ask for no more.
  ///
  ///     { __schema { types { kind name description fields { name type { kind name ofType { name } } } } } }
  ///
  /// Such an answer is bounded by the size of the schema: nothing has an alias, types say of the types that they refer to
  /// no more than kind and name, and no variable or directive decides anything.
  package var isStandardIntrospection: Bool {
    guard definition.operation == .query, definition.variables.isEmpty, definition.directives.isEmpty else {
      return false
    }
    var walk = StandardIntrospection(fragments: fragments)
    return walk.accepts(definition.selectionSet, in: .root)
  }
}

/// The walk over an operation that finds out whether it is standard.
private struct StandardIntrospection {
  /// The type that a selection set selects from.
  enum Place {
    case root, schema, rootType, type, field, inputValue, reference, enumValue, directive
  }

  /// More than the largest of these queries has, with its fragments expanded.
  private static let maximumFields = 500

  /// The fields of each place that have no selection set.
  private static let leaves: [Place: Set<String>] = [
    .root: [], .schema: ["description"], .rootType: ["kind", "name"],
    .type: ["kind", "name", "description", "specifiedByURL", "isOneOf"],
    .field: ["name", "description", "isDeprecated", "deprecationReason"],
    .inputValue: ["name", "description", "defaultValue", "isDeprecated", "deprecationReason"],
    .reference: ["kind", "name"],
    .enumValue: ["name", "description", "isDeprecated", "deprecationReason"],
    .directive: ["name", "description", "isRepeatable", "locations"],
  ]

  /// The others, with the place that each leads to.
  private static let branches: [Place: [String: Place]] = [
    .root: ["__schema": .schema],
    .schema: [
      "queryType": .rootType, "mutationType": .rootType, "subscriptionType": .rootType, "types": .type,
      "directives": .directive,
    ],
    .type: [
      "fields": .field, "inputFields": .inputValue, "interfaces": .reference, "enumValues": .enumValue,
      "possibleTypes": .reference,
    ],
    .field: ["args": .inputValue, "type": .reference],
    .inputValue: ["type": .reference],
    .reference: ["ofType": .reference],
    .directive: ["args": .inputValue],
  ]

  let fragments: [String: FragmentDefinition]
  private var fields = 0

  init(fragments: [String: FragmentDefinition]) { self.fragments = fragments }

  mutating func accepts(_ selections: SelectionSet, in place: Place) -> Bool {
    for selection in selections.selections {
      let isAccepted =
        switch selection {
        case .field(let field): accepts(field, in: place)
        case .fragmentSpread(let spread):
          if spread.directives.isEmpty, let fragment = fragments[spread.name.value] {
            fragment.directives.isEmpty && accepts(fragment.selectionSet, in: place)
          } else {
            false
          }
        case .inlineFragment(let fragment):
          fragment.directives.isEmpty && accepts(fragment.selectionSet, in: place)
        }
      if !isAccepted { return false }
    }
    return true
  }

  private mutating func accepts(_ field: Field, in place: Place) -> Bool {
    fields += 1
    guard fields <= Self.maximumFields, field.alias == nil, field.directives.isEmpty else { return false }
    if field.name.value == "__typename" || Self.leaves[place]?.contains(field.name.value) == true { return true }
    guard let next = Self.branches[place]?[field.name.value], let selections = field.selectionSet else { return false }
    return accepts(selections, in: next)
  }
}
