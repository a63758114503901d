extension Operation {
  /// The names of the fields of the root type that the operation can select, whatever its conditions decide.
  package var rootFieldNames: Set<String> {
    var names: Set<String> = []
    var visitedFragments: Set<String> = []
    var waiting = [definition.selectionSet]
    while let set = waiting.popLast() {
      for selection in set.selections {
        switch selection {
        case .field(let field):
          names.insert(field.name.value)
        case .inlineFragment(let fragment):
          waiting.append(fragment.selectionSet)
        case .fragmentSpread(let spread):
          guard visitedFragments.insert(spread.name.value).inserted, let fragment = fragments[spread.name.value] else {
            continue
          }
          waiting.append(fragment.selectionSet)
        }
      }
    }
    return names
  }
}
