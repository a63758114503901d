extension Parser {
  /// The keyword that a type definition or extension starts with.
  enum TypeKeyword {
    case scalar, object, interface, union, `enum`, inputObject
  }

  func peekTypeKind() -> TypeKeyword? {
    if peek(keyword: "type") { return .object }
    if peek(keyword: "input") { return .inputObject }
    if peek(keyword: "enum") { return .enum }
    if peek(keyword: "interface") { return .interface }
    if peek(keyword: "union") { return .union }
    if peek(keyword: "scalar") { return .scalar }
    return nil
  }

  /// `ScalarTypeDefinition : Description? scalar Name Directives[Const]?`
  ///
  /// `ObjectTypeDefinition : Description? type Name ImplementsInterfaces? Directives[Const]?
  /// FieldsDefinition?`
  ///
  /// `InterfaceTypeDefinition : Description? interface Name ImplementsInterfaces? Directives[Const]?
  /// FieldsDefinition?`
  ///
  /// `UnionTypeDefinition : Description? union Name Directives[Const]? UnionMemberTypes?`
  ///
  /// `EnumTypeDefinition : Description? enum Name Directives[Const]? EnumValuesDefinition?`
  ///
  /// `InputObjectTypeDefinition : Description? input Name Directives[Const]? InputFieldsDefinition?`
  ///
  /// At the keyword, after the description.
  mutating func parseTypeDefinition(
    _ keyword: TypeKeyword, _ description: StringValue?, at start: Token
  ) throws(SyntaxError) -> TypeDefinition {
    try advance()
    let name = try parseName()
    let directives: [Directive]
    let kind: TypeDefinition.Kind
    switch keyword {
    case .scalar:
      directives = try parseDirectives(isConst: true)
      kind = .scalar
    case .object:
      let interfaces = try parseImplementsInterfaces()
      directives = try parseDirectives(isConst: true)
      kind = .object(interfaces: interfaces, fields: try parseFieldsDefinition())
    case .interface:
      let interfaces = try parseImplementsInterfaces()
      directives = try parseDirectives(isConst: true)
      kind = .interface(interfaces: interfaces, fields: try parseFieldsDefinition())
    case .union:
      directives = try parseDirectives(isConst: true)
      kind = .union(members: try parseUnionMemberTypes())
    case .enum:
      directives = try parseDirectives(isConst: true)
      kind = .enum(values: try parseEnumValuesDefinition())
    case .inputObject:
      directives = try parseDirectives(isConst: true)
      kind = .inputObject(fields: try parseInputFieldsDefinition())
    }
    return TypeDefinition(
      description: description, name: name, directives: directives, kind: kind, at: start.position)
  }

  /// `ImplementsInterfaces : ImplementsInterfaces & NamedType, or implements &? NamedType`
  private mutating func parseImplementsInterfaces() throws(SyntaxError) -> [Name] {
    guard try skip(keyword: "implements") else { return [] }
    return try parseNamedTypes(separatedBy: .ampersand)
  }

  /// `UnionMemberTypes : UnionMemberTypes | NamedType, or = |? NamedType`
  private mutating func parseUnionMemberTypes() throws(SyntaxError) -> [Name] {
    guard try skip(.equals) else { return [] }
    return try parseNamedTypes(separatedBy: .pipe)
  }

  /// Named types between separators, of which one may also stand first.
  private mutating func parseNamedTypes(separatedBy separator: TokenKind) throws(SyntaxError) -> [Name] {
    _ = try skip(separator)
    var types: [Name] = []
    repeat {
      types.append(try parseNamedType())
    } while try skip(separator)
    return types
  }

  /// `FieldsDefinition : { FieldDefinition+ }`, or nothing
  private mutating func parseFieldsDefinition() throws(SyntaxError) -> [FieldDefinition] {
    guard try skip(.braceLeft) else { return [] }
    var fields: [FieldDefinition] = []
    repeat {
      fields.append(try parseFieldDefinition())
    } while try !skip(.braceRight)
    return fields
  }

  /// `FieldDefinition : Description? Name ArgumentsDefinition? : Type Directives[Const]?`
  private mutating func parseFieldDefinition() throws(SyntaxError) -> FieldDefinition {
    let start = token
    let description = try parseDescription()
    let name = try parseName()
    let arguments = try parseArgumentsDefinition()
    try expect(.colon)
    return FieldDefinition(
      description: description, name: name, arguments: arguments, type: try parseType(),
      directives: try parseDirectives(isConst: true), at: start.position)
  }

  /// `ArgumentsDefinition : ( InputValueDefinition+ )`, or nothing
  mutating func parseArgumentsDefinition() throws(SyntaxError) -> [InputValueDefinition] {
    try parseInputValues(.parenthesisLeft, .parenthesisRight)
  }

  /// `InputFieldsDefinition : { InputValueDefinition+ }`, or nothing
  private mutating func parseInputFieldsDefinition() throws(SyntaxError) -> [InputValueDefinition] {
    try parseInputValues(.braceLeft, .braceRight)
  }

  private mutating func parseInputValues(
    _ opening: TokenKind, _ closing: TokenKind
  ) throws(SyntaxError) -> [InputValueDefinition] {
    guard try skip(opening) else { return [] }
    var values: [InputValueDefinition] = []
    repeat {
      values.append(try parseInputValueDefinition())
    } while try !skip(closing)
    return values
  }

  /// `InputValueDefinition : Description? Name : Type DefaultValue? Directives[Const]?`
  private mutating func parseInputValueDefinition() throws(SyntaxError) -> InputValueDefinition {
    let start = token
    let description = try parseDescription()
    let name = try parseName()
    try expect(.colon)
    return InputValueDefinition(
      description: description, name: name, type: try parseType(), defaultValue: try parseDefaultValue(),
      directives: try parseDirectives(isConst: true), at: start.position)
  }

  /// `EnumValuesDefinition : { EnumValueDefinition+ }`, or nothing
  private mutating func parseEnumValuesDefinition() throws(SyntaxError) -> [EnumValueDefinition] {
    guard try skip(.braceLeft) else { return [] }
    var values: [EnumValueDefinition] = []
    repeat {
      values.append(try parseEnumValueDefinition())
    } while try !skip(.braceRight)
    return values
  }

  /// `EnumValueDefinition : Description? EnumValue Directives[Const]?`
  ///
  /// `EnumValue : Name but not true or false or null`
  private mutating func parseEnumValueDefinition() throws(SyntaxError) -> EnumValueDefinition {
    let start = token
    let description = try parseDescription()
    if peek(keyword: "true") || peek(keyword: "false") || peek(keyword: "null") {
      throw SyntaxError(
        "\(describe(token)) is reserved and cannot be used for an enum value.", at: token.start)
    }
    return EnumValueDefinition(
      description: description, name: try parseName(), directives: try parseDirectives(isConst: true),
      at: start.position)
  }
}
