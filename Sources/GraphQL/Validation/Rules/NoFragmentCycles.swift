extension ValidationRule {
  /// Fragments do not spread themselves, not through others either — specification section 5.5.2.2.
  static let noFragmentCycles = ValidationRule { context in
    var search = FragmentCycles(context: context)
    return ValidationVisitor(enterFragment: { search.visit($0.name.value) })
  }
}

/// A depth-first search that visits each fragment once. It goes as deep as fragments are nested.
private struct FragmentCycles {
  let context: ValidationContext
  private var visited: Set<String> = []
  /// The spreads that led here, and where on that path each fragment was entered.
  private var path: [FragmentSpread] = []
  private var indexByFragment: [String: Int] = [:]

  init(context: ValidationContext) { self.context = context }

  mutating func visit(_ name: String) {
    guard visited.insert(name).inserted else { return }
    indexByFragment[name] = path.count
    for spread in context.fragmentGraph.spreads(in: name) {
      let target = spread.name.value
      path.append(spread)
      if let start = indexByFragment[target] {
        report(target, Array(path[start...]))
      } else if context.fragments[target] != nil {
        visit(target)
      }
      path.removeLast()
    }
    indexByFragment[name] = nil
  }

  private func report(_ name: String, _ cycle: [FragmentSpread]) {
    let via = cycle.dropLast().map { "\"\($0.name.value)\"" }.joined(separator: ", ")
    context.report(
      "Cannot spread fragment \"\(name)\" within itself" + (via.isEmpty ? "." : " via \(via)."),
      at: cycle.map(\.position))
  }
}
