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
  /// The spreads that led here.
  private var path: [FragmentSpread] = []
  /// By the number of the fragment.
  private var states: [State]

  private enum State {
    case unvisited
    /// On the path, where it was entered when so many spreads had led there.
    case entered(Int)
    case visited
  }

  init(context: ValidationContext) {
    self.context = context
    states = Array(repeating: .unvisited, count: context.fragmentGraph.count)
  }

  mutating func visit(_ name: String) {
    if let fragment = context.fragmentGraph.number(of: name), case .unvisited = states[fragment] { visit(fragment) }
  }

  private mutating func visit(_ fragment: Int) {
    states[fragment] = .entered(path.count)
    for edge in context.fragmentGraph.edges(of: fragment) {
      guard let target = edge.target else { continue }
      path.append(edge.spread)
      switch states[target] {
      case .entered(let start): report(edge.spread.name.value, Array(path[start...]))
      case .unvisited: visit(target)
      case .visited: break
      }
      path.removeLast()
    }
    states[fragment] = .visited
  }

  private func report(_ name: String, _ cycle: [FragmentSpread]) {
    let via = cycle.dropLast().map { "\"\($0.name.value)\"" }.joined(separator: ", ")
    context.report(
      "Cannot spread fragment \"\(name)\" within itself" + (via.isEmpty ? "." : " via \(via)."),
      at: cycle.map(\.position))
  }
}
