extension Operation {
  /// The variables that decide which fields the operation has: those that `@skip` and `@include` read,
  /// anywhere in it or its fragments. Sorted, without duplicates.
  ///
  /// Two requests with equal values of these have the same fields, whatever their other variables are.
  package var shapeVariables: [String] {
    var names: Set<String> = []
    definition.selectionSet.collectShapeVariables(into: &names)
    for name in FragmentGraph(fragments).reachable(from: definition.selectionSet.spreads) {
      fragments[name]?.selectionSet.collectShapeVariables(into: &names)
    }
    return names.sorted()
  }
}

extension SelectionSet {
  fileprivate func collectShapeVariables(into names: inout Set<String>) {
    for selection in selections {
      switch selection {
      case .field(let field):
        field.directives.collectShapeVariables(into: &names)
        field.selectionSet?.collectShapeVariables(into: &names)
      case .fragmentSpread(let spread):
        spread.directives.collectShapeVariables(into: &names)
      case .inlineFragment(let fragment):
        fragment.directives.collectShapeVariables(into: &names)
        fragment.selectionSet.collectShapeVariables(into: &names)
      }
    }
  }
}

extension [Directive] {
  fileprivate func collectShapeVariables(into names: inout Set<String>) {
    for directive in self where directive.name.value == "skip" || directive.name.value == "include" {
      for argument in directive.arguments where argument.name.value == "if" {
        if case .variable(let name) = argument.value.kind { names.insert(name) }
      }
    }
  }
}
