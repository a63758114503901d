extension Parser {
  /// `TypeSystemExtension : SchemaExtension | TypeExtension`
  ///
  /// At its `extend`.
  mutating func parseExtension() throws(SyntaxError) -> Definition {
    let start = token
    try advance()
    if peek(keyword: "schema") {
      return .schema(try parseSchemaExtension(at: start))
    }
    if let kind = peekTypeKind() {
      return .type(try parseTypeExtension(kind, at: start))
    }
    throw unexpected(token)
  }

  /// `SchemaExtension : extend schema Directives[Const]? { RootOperationTypeDefinition+ }`
  ///
  /// `SchemaExtension : extend schema Directives[Const] [lookahead != {]`
  ///
  /// At its `schema`.
  private mutating func parseSchemaExtension(at start: Token) throws(SyntaxError) -> SchemaDefinition {
    try advance()
    let directives = try parseDirectives(isConst: true)
    let operationTypes = try parseRootOperationTypes()
    if directives.isEmpty, operationTypes.isEmpty { throw unexpected(token) }
    return SchemaDefinition(
      isExtension: true, directives: directives, operationTypes: operationTypes, at: start.position)
  }

  /// `TypeExtension : ScalarTypeExtension | ObjectTypeExtension | InterfaceTypeExtension |
  /// UnionTypeExtension | EnumTypeExtension | InputObjectTypeExtension`
  ///
  /// Each is `extend` and the definition of its kind without a description, with at least one of the parts
  /// after the name. At the keyword after `extend`.
  private mutating func parseTypeExtension(
    _ keyword: TypeKeyword, at start: Token
  ) throws(SyntaxError) -> TypeDefinition {
    var type = try parseTypeDefinition(keyword, nil, at: start)
    type.isExtension = true
    if type.directives.isEmpty, type.kind.isEmpty { throw unexpected(token) }
    return type
  }
}

extension TypeDefinition.Kind {
  /// Whether nothing but directives can stand after the name.
  fileprivate var isEmpty: Bool {
    switch self {
    case .scalar: true
    case .object(let interfaces, let fields), .interface(let interfaces, let fields):
      interfaces.isEmpty && fields.isEmpty
    case .union(let members): members.isEmpty
    case .enum(let values): values.isEmpty
    case .inputObject(let fields): fields.isEmpty
    }
  }
}
