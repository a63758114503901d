/// `SelectionSet : { Selection+ }` — specification section 2.4.
package struct SelectionSet: Hashable, Sendable {
  package var selections: [Selection]
  package var position: SourcePosition

  package init(_ selections: [Selection], at position: SourcePosition = SourcePosition(0)) {
    self.selections = selections
    self.position = position
  }
}

/// `Selection : Field | FragmentSpread | InlineFragment` — specification section 2.4.
package enum Selection: Hashable, Sendable {
  case field(Field)
  case fragmentSpread(FragmentSpread)
  case inlineFragment(InlineFragment)
}

/// `Field : Alias? Name Arguments? Directives? SelectionSet?` — specification section 2.5.
package struct Field: Hashable, Sendable {
  package var alias: Name?
  package var name: Name
  package var arguments: [Argument]
  package var directives: [Directive]
  package var selectionSet: SelectionSet?
  /// Where the field starts: at its alias, if it has one.
  package var position: SourcePosition

  /// The key under which the field stands in the response: its alias, or else its name.
  package var responseKey: String { alias?.value ?? name.value }

  package init(
    alias: Name? = nil, name: Name, arguments: [Argument] = [], directives: [Directive] = [],
    selectionSet: SelectionSet? = nil, at position: SourcePosition = SourcePosition(0)
  ) {
    self.alias = alias
    self.name = name
    self.arguments = arguments
    self.directives = directives
    self.selectionSet = selectionSet
    self.position = position
  }
}

/// `Argument : Name : Value` — specification section 2.6.
package struct Argument: Hashable, Sendable {
  package var name: Name
  package var value: Value
  package var position: SourcePosition

  package init(name: Name, value: Value, at position: SourcePosition = SourcePosition(0)) {
    self.name = name
    self.value = value
    self.position = position
  }
}

/// `Directive : @ Name Arguments?` — specification section 2.12.
package struct Directive: Hashable, Sendable {
  package var name: Name
  package var arguments: [Argument]
  package var position: SourcePosition

  package init(name: Name, arguments: [Argument] = [], at position: SourcePosition = SourcePosition(0)) {
    self.name = name
    self.arguments = arguments
    self.position = position
  }
}

/// `FragmentSpread : ... FragmentName Directives?` — specification section 2.8.
package struct FragmentSpread: Hashable, Sendable {
  package var name: Name
  package var directives: [Directive]
  package var position: SourcePosition

  package init(name: Name, directives: [Directive] = [], at position: SourcePosition = SourcePosition(0)) {
    self.name = name
    self.directives = directives
    self.position = position
  }
}

/// `InlineFragment : ... TypeCondition? Directives? SelectionSet` — specification section 2.8.2.
package struct InlineFragment: Hashable, Sendable {
  package var typeCondition: Name?
  package var directives: [Directive]
  package var selectionSet: SelectionSet
  package var position: SourcePosition

  package init(
    typeCondition: Name? = nil, directives: [Directive] = [], selectionSet: SelectionSet,
    at position: SourcePosition = SourcePosition(0)
  ) {
    self.typeCondition = typeCondition
    self.directives = directives
    self.selectionSet = selectionSet
    self.position = position
  }
}
