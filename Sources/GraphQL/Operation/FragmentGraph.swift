/// The spreads between fragments. Fragments are numbered in the order of their names, so that each is looked up once.
/// All walks keep a stack of their own: a hostile document may chain a hundred thousand fragments, or let them go in
/// circles.
struct FragmentGraph: Sendable {
  /// A spread that stands in a fragment.
  struct Edge: Sendable {
    let spread: FragmentSpread
    /// The number of the fragment that it leads to; nil if that is not defined.
    let target: Int?
  }

  /// By number.
  private let names: [String]
  private let edgesByFragment: [[Edge]]
  private let numbers: [String: Int]

  init(_ fragments: [String: FragmentDefinition]) {
    let names = fragments.keys.sorted()
    var numbers: [String: Int] = [:]
    numbers.reserveCapacity(names.count)
    for (number, name) in names.enumerated() { numbers[name] = number }
    edgesByFragment = names.map { [numbers] name in
      let spreads = fragments[name]?.selectionSet.spreads ?? []
      return spreads.map { Edge(spread: $0, target: numbers[$0.name.value]) }
    }
    self.names = names
    self.numbers = numbers
  }

  /// How many fragments are defined.
  var count: Int { names.count }

  /// Nil if there is no such fragment.
  func number(of fragment: String) -> Int? { numbers[fragment] }

  /// The spreads that stand in a fragment, at any depth.
  func edges(of fragment: Int) -> [Edge] { edgesByFragment[fragment] }

  /// The names of all defined fragments that selection sets lead to, each after those that it spreads,
  /// unless they go in circles.
  func reachable(from roots: [FragmentSpread]) -> [String] {
    innermostFirst(from: roots.compactMap { numbers[$0.name.value] }).map { names[$0] }
  }

  /// The names of all defined fragments that selection sets lead to: those that stand there first, then those
  /// that these spread, and so on.
  func referenced(by roots: [FragmentSpread]) -> [String] {
    var order: [Int] = []
    var seen: Set<Int> = []
    func add(_ fragment: Int?) {
      if let fragment, seen.insert(fragment).inserted { order.append(fragment) }
    }
    for root in roots { add(numbers[root.name.value]) }
    var next = 0
    while next < order.count {
      for edge in edgesByFragment[order[next]] { add(edge.target) }
      next += 1
    }
    return order.map { names[$0] }
  }

  /// How many fragments are inside each other at most; circles count once.
  var nesting: Int {
    var nesting = Array(repeating: 0, count: count)
    for fragment in innermostFirst(from: Array(names.indices)) {
      var inner = 0
      for edge in edgesByFragment[fragment] { inner = max(inner, edge.target.map { nesting[$0] } ?? 0) }
      nesting[fragment] = 1 + inner
    }
    return nesting.max() ?? 0
  }

  private func innermostFirst(from roots: [Int]) -> [Int] {
    var order: [Int] = []
    var isSeen = Array(repeating: false, count: count)
    var stack: [(fragment: Int, next: Int)] = []
    for root in roots where !isSeen[root] {
      isSeen[root] = true
      stack.append((root, 0))
      while let (fragment, next) = stack.last {
        if next == edgesByFragment[fragment].count {
          order.append(fragment)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        if let target = edgesByFragment[fragment][next].target, !isSeen[target] {
          isSeen[target] = true
          stack.append((target, 0))
        }
      }
    }
    return order
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
