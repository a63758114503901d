extension Parser {
  /// `Type : NamedType | ListType | NonNullType`
  ///
  /// `ListType : [ Type ]`
  ///
  /// `NonNullType : NamedType ! | ListType !`
  mutating func parseType() throws(SyntaxError) -> TypeNode {
    let start = token
    let type: TypeNode
    if peek(.bracketLeft) {
      try enter()
      try advance()
      let itemType = try parseType()
      try expect(.bracketRight)
      leave()
      type = .list(itemType, at: start.position)
    } else {
      type = .named(try parseNamedType())
    }
    return try skip(.exclamationMark) ? .nonNull(type, at: start.position) : type
  }

  /// `NamedType : Name`
  mutating func parseNamedType() throws(SyntaxError) -> Name { try parseName() }
}
