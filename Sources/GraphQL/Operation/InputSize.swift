/// How large the values are that a request brings, in its document or in its variables. Those of variables are not
/// put into the document: each is as large as it stands there.
package struct InputSize: Hashable, Sendable {
  /// How many lists and objects are inside each other at most: 0 for a number, 2 for `{a: [1]}`.
  package private(set) var depth = 0
  /// How many items the longest list has.
  package private(set) var longestList = 0

  /// All literals of an operation and its fragments: arguments and default values.
  package init(measuring operation: Operation) {
    let definition = operation.definition
    for variable in definition.variables {
      if let value = variable.defaultValue { measure(value) }
      measure(variable.directives)
    }
    measure(definition.directives)
    measure(definition.selectionSet)
    for name in FragmentGraph(operation.fragments).reachable(from: definition.selectionSet.spreads) {
      guard let fragment = operation.fragments[name] else { continue }
      measure(fragment.directives)
      measure(fragment.selectionSet)
    }
  }

  /// - Parameter variables: the `variables` of a request, an object of one value each.
  package init(measuring variables: JSONValue) {
    guard case .object(let members) = variables else { return }
    for member in members { measure(member.value) }
  }

  private mutating func measure(_ set: SelectionSet) {
    for selection in set.selections {
      switch selection {
      case .field(let field):
        measure(field.arguments)
        measure(field.directives)
        if let set = field.selectionSet { measure(set) }
      case .fragmentSpread(let spread):
        measure(spread.directives)
      case .inlineFragment(let fragment):
        measure(fragment.directives)
        measure(fragment.selectionSet)
      }
    }
  }

  private mutating func measure(_ directives: [Directive]) {
    for directive in directives { measure(directive.arguments) }
  }

  private mutating func measure(_ arguments: [Argument]) {
    for argument in arguments { measure(argument.value) }
  }

  private mutating func measure(_ value: Value, inside depth: Int = 0) {
    switch value.kind {
    case .list(let items):
      enter(depth, items.count)
      for item in items { measure(item, inside: depth + 1) }
    case .object(let fields):
      enter(depth)
      for field in fields { measure(field.value, inside: depth + 1) }
    case .variable, .int, .float, .string, .boolean, .null, .enum: break
    }
  }

  private mutating func measure(_ value: JSONValue, inside depth: Int = 0) {
    switch value {
    case .array(let items):
      enter(depth, items.count)
      for item in items { measure(item, inside: depth + 1) }
    case .object(let members):
      enter(depth)
      for member in members { measure(member.value, inside: depth + 1) }
    case .null, .bool, .number, .string: break
    }
  }

  /// - Parameter items: the number of items of a list.
  private mutating func enter(_ depth: Int, _ items: Int = 0) {
    self.depth = max(self.depth, depth + 1)
    longestList = max(longestList, items)
  }
}
