extension Parser {
  /// `SelectionSet : { Selection+ }`
  mutating func parseSelectionSet() throws(SyntaxError) -> SelectionSet {
    let start = token
    try enter()
    try expect(.braceLeft)
    var selections: [Selection] = []
    // Most have several: growing one by one would allocate three times for three fields.
    selections.reserveCapacity(4)
    repeat {
      selections.append(try parseSelection())
    } while try !skip(.braceRight)
    leave()
    return SelectionSet(selections, at: start.position)
  }

  /// `Selection : Field | FragmentSpread | InlineFragment`
  private mutating func parseSelection() throws(SyntaxError) -> Selection {
    peek(.spread) ? try parseFragmentSelection() : .field(try parseField())
  }

  /// `Field : Alias? Name Arguments? Directives? SelectionSet?`
  ///
  /// `Alias : Name :`
  private mutating func parseField() throws(SyntaxError) -> Field {
    let start = token
    let nameOrAlias = try parseName()
    let hasAlias = try skip(.colon)
    let name = hasAlias ? try parseName() : nameOrAlias
    let arguments = try parseArguments(isConst: false)
    let directives = try parseDirectives(isConst: false)
    let selectionSet = peek(.braceLeft) ? try parseSelectionSet() : nil
    return Field(
      alias: hasAlias ? nameOrAlias : nil, name: name, arguments: arguments, directives: directives,
      selectionSet: selectionSet, at: start.position)
  }

  /// `FragmentSpread : ... FragmentName Directives?`
  ///
  /// `InlineFragment : ... TypeCondition? Directives? SelectionSet`
  private mutating func parseFragmentSelection() throws(SyntaxError) -> Selection {
    let start = token
    try expect(.spread)
    let hasTypeCondition = try skip(keyword: "on")
    if !hasTypeCondition, peek(.name) {
      return .fragmentSpread(
        FragmentSpread(
          name: try parseFragmentName(), directives: try parseDirectives(isConst: false), at: start.position))
    }
    return .inlineFragment(
      InlineFragment(
        typeCondition: hasTypeCondition ? try parseNamedType() : nil,
        directives: try parseDirectives(isConst: false),
        selectionSet: try parseSelectionSet(),
        at: start.position))
  }

  /// `FragmentDefinition : Description? fragment FragmentName TypeCondition Directives? SelectionSet`
  ///
  /// `TypeCondition : on NamedType`
  ///
  /// At its `fragment`, after its description.
  mutating func parseFragment(
    _ description: StringValue?, at start: Token
  ) throws(SyntaxError) -> FragmentDefinition {
    try advance()
    let name = try parseFragmentName()
    try expect(keyword: "on")
    return FragmentDefinition(
      description: description,
      name: name,
      typeCondition: try parseNamedType(),
      directives: try parseDirectives(isConst: false),
      selectionSet: try parseSelectionSet(),
      at: start.position)
  }

  /// `FragmentName : Name but not on`
  private mutating func parseFragmentName() throws(SyntaxError) -> Name {
    if peek(keyword: "on") { throw unexpected(token) }
    return try parseName()
  }

  /// `Arguments[Const] : ( Argument[?Const]+ )`
  mutating func parseArguments(isConst: Bool) throws(SyntaxError) -> [Argument] {
    guard try skip(.parenthesisLeft) else { return [] }
    var arguments: [Argument] = []
    arguments.reserveCapacity(2)
    repeat {
      arguments.append(try parseArgument(isConst: isConst))
    } while try !skip(.parenthesisRight)
    return arguments
  }

  /// `Argument[Const] : Name : Value[?Const]`
  private mutating func parseArgument(isConst: Bool) throws(SyntaxError) -> Argument {
    let start = token
    let name = try parseName()
    try expect(.colon)
    return Argument(name: name, value: try parseValue(isConst: isConst), at: start.position)
  }

  /// `Directives[Const] : Directive[?Const]+`
  mutating func parseDirectives(isConst: Bool) throws(SyntaxError) -> [Directive] {
    guard peek(.at) else { return [] }
    var directives: [Directive] = []
    while peek(.at) {
      directives.append(try parseDirective(isConst: isConst))
    }
    return directives
  }

  /// `Directive[Const] : @ Name Arguments[?Const]?`
  private mutating func parseDirective(isConst: Bool) throws(SyntaxError) -> Directive {
    let start = token
    try expect(.at)
    return Directive(
      name: try parseName(), arguments: try parseArguments(isConst: isConst), at: start.position)
  }
}
