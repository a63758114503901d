/// Which fragments spread which. All walks keep a stack of their own: a hostile document may chain a
/// hundred thousand fragments, or let them go in circles.
struct FragmentGraph: Sendable {
  private let spreadsByFragment: [String: [FragmentSpread]]

  init(_ fragments: [String: FragmentDefinition]) {
    spreadsByFragment = fragments.mapValues(\.selectionSet.spreads)
  }

  /// The spreads that stand in a fragment, at any depth.
  func spreads(in fragment: String) -> [FragmentSpread] { spreadsByFragment[fragment] ?? [] }

  /// The names of all defined fragments that selection sets lead to, each after those that it spreads,
  /// unless they go in circles.
  func reachable(from roots: [FragmentSpread]) -> [String] {
    var order: [String] = []
    var seen: Set<String> = []
    var stack: [(name: String?, spreads: [FragmentSpread], next: Int)] = [(nil, roots, 0)]
    while let top = stack.last {
      if top.next == top.spreads.count {
        if let name = top.name { order.append(name) }
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let name = top.spreads[top.next].name.value
      if let spreads = spreadsByFragment[name], seen.insert(name).inserted {
        stack.append((name, spreads, 0))
      }
    }
    return order
  }

  /// The names of all defined fragments that selection sets lead to: those that stand there first, then those
  /// that these spread, and so on.
  func referenced(by roots: [FragmentSpread]) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    func add(_ spreads: [FragmentSpread]) {
      for spread in spreads where seen.insert(spread.name.value).inserted { names.append(spread.name.value) }
    }
    add(roots)
    var next = 0
    while next < names.count {
      add(spreads(in: names[next]))
      next += 1
    }
    return names.filter { spreadsByFragment[$0] != nil }
  }

  /// How many fragments are inside each other at most; circles count once.
  func nesting(of fragments: [String]) -> Int {
    var nesting: [String: Int] = [:]
    let roots = fragments.map { FragmentSpread(name: Name($0)) }
    for name in reachable(from: roots) {
      nesting[name] = 1 + (spreads(in: name).compactMap { nesting[$0.name.value] }.max() ?? 0)
    }
    return nesting.values.max() ?? 0
  }
}

extension SelectionSet {
  /// The fragment spreads in this selection set and, after them, those of its fields and inline fragments,
  /// the last of which come first: the order in which the reference implementation tells about them.
  var spreads: [FragmentSpread] {
    var spreads: [FragmentSpread] = []
    var sets = [self]
    while let set = sets.popLast() {
      for selection in set.selections {
        switch selection {
        case .field(let field):
          if let set = field.selectionSet { sets.append(set) }
        case .fragmentSpread(let spread): spreads.append(spread)
        case .inlineFragment(let fragment): sets.append(fragment.selectionSet)
        }
      }
    }
    return spreads
  }
}
