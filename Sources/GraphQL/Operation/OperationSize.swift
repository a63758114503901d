/// How much an operation asks for, as if its fragments were written out at each place that spreads them.
///
/// Each selection set is counted once, so that fragments which double each other are as cheap to measure as
/// any; numbers that would be beyond `Int.max` stay there. `@skip` and `@include` are not looked at.
package struct OperationSize: Hashable, Sendable {
  /// How many fields are inside each other at most: 1 for `{ a }`, 2 for `{ a { b } }`.
  package private(set) var depth = 0
  package private(set) var fields = 0
  /// How many of the fields have an alias.
  package private(set) var aliases = 0
  /// How many of the fields stand on the first level.
  package private(set) var rootFields = 0
  /// On the operation, its fields and its fragments; not those on variable definitions.
  package private(set) var directives = 0
  /// How many fragments are put in, by name or in line.
  package private(set) var fragments = 0

  package init(measuring operation: Operation) {
    let selectionSet = operation.definition.selectionSet
    var sizes: [String: OperationSize] = [:]
    for name in FragmentGraph(operation.fragments).reachable(from: selectionSet.spreads) {
      guard let fragment = operation.fragments[name] else { continue }
      sizes[name] = OperationSize(fragment.selectionSet, directives: fragment.directives, fragments: sizes)
    }
    self = OperationSize(selectionSet, directives: operation.definition.directives, fragments: sizes)
  }

  private init(_ set: SelectionSet, directives: [Directive], fragments: [String: OperationSize]) {
    self.directives = directives.count
    for selection in set.selections {
      switch selection {
      case .field(let field):
        var size = OperationSize(
          field.selectionSet ?? SelectionSet([]), directives: field.directives, fragments: fragments)
        size.depth = size.depth.saturatingSum(1)
        size.fields = size.fields.saturatingSum(1)
        size.aliases = size.aliases.saturatingSum(field.alias == nil ? 0 : 1)
        size.rootFields = 1
        add(size)
      case .fragmentSpread(let spread):
        self.directives = self.directives.saturatingSum(spread.directives.count)
        self.fragments = self.fragments.saturatingSum(1)
        if let size = fragments[spread.name.value] { add(size) }
      case .inlineFragment(let fragment):
        self.fragments = self.fragments.saturatingSum(1)
        add(
          OperationSize(fragment.selectionSet, directives: fragment.directives, fragments: fragments))
      }
    }
  }

  private mutating func add(_ other: OperationSize) {
    depth = max(depth, other.depth)
    fields = fields.saturatingSum(other.fields)
    aliases = aliases.saturatingSum(other.aliases)
    rootFields = rootFields.saturatingSum(other.rootFields)
    directives = directives.saturatingSum(other.directives)
    fragments = fragments.saturatingSum(other.fragments)
  }
}
