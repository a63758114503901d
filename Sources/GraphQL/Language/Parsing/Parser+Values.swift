extension Parser {
  /// `Value[Const] : [~Const] Variable | IntValue | FloatValue | StringValue | BooleanValue | NullValue |
  /// EnumValue | ListValue[?Const] | ObjectValue[?Const]`
  mutating func parseValue(isConst: Bool) throws(SyntaxError) -> Value {
    let start = token
    let kind: Value.Kind
    switch start.kind {
    case .dollar:
      if isConst { throw try unexpectedVariable() }
      kind = .variable(try parseVariable().value)
    case .int:
      try advance()
      kind = .int(text(of: start))
    case .float:
      try advance()
      kind = .float(text(of: start))
    case .plainString, .escapedString, .blockString:
      let string = try parseString()
      kind = .string(string.value, block: string.isBlock)
    case .name:
      kind = nameValue()
      try advance()
    case .bracketLeft:
      kind = .list(try parseList(isConst: isConst))
    case .braceLeft:
      kind = .object(try parseObject(isConst: isConst))
    default:
      throw unexpected(start)
    }
    return Value(kind, at: start.position)
  }

  /// `BooleanValue : one of true false`
  ///
  /// `NullValue : null`
  ///
  /// `EnumValue : Name but not true or false or null`
  private func nameValue() -> Value.Kind {
    if peek(keyword: "true") { return .boolean(true) }
    if peek(keyword: "false") { return .boolean(false) }
    if peek(keyword: "null") { return .null }
    return .enum(text(of: token))
  }

  /// `ListValue[Const] : [ ] | [ Value[?Const]+ ]`
  private mutating func parseList(isConst: Bool) throws(SyntaxError) -> [Value] {
    try enter()
    try expect(.bracketLeft)
    var values: [Value] = []
    while try !skip(.bracketRight) {
      values.append(try parseValue(isConst: isConst))
    }
    leave()
    return values
  }

  /// `ObjectValue[Const] : { } | { ObjectField[?Const]+ }`
  private mutating func parseObject(isConst: Bool) throws(SyntaxError) -> [ObjectField] {
    try enter()
    try expect(.braceLeft)
    var fields: [ObjectField] = []
    while try !skip(.braceRight) {
      fields.append(try parseObjectField(isConst: isConst))
    }
    leave()
    return fields
  }

  /// `ObjectField[Const] : Name : Value[?Const]`
  private mutating func parseObjectField(isConst: Bool) throws(SyntaxError) -> ObjectField {
    let start = token
    let name = try parseName()
    try expect(.colon)
    return ObjectField(name: name, value: try parseValue(isConst: isConst), at: start.position)
  }

  /// The error of a variable where only constants may stand.
  private mutating func unexpectedVariable() throws(SyntaxError) -> SyntaxError {
    let dollar = token
    try advance()
    guard peek(.name) else { return unexpected(dollar) }
    return SyntaxError("Unexpected variable \"$\(text(of: token).brief)\" in constant value.", at: dollar.start)
  }
}
