import SQL

extension Statement {
  /// Refuses what cannot be sent, before anything of a pipeline is.
  func check(index: Int) throws(StatementError) {
    // The protocol ends strings with a null byte, so that the rest would be lost in silence.
    if text.utf8.contains(0) { throw refusal("22021", "the text has a null byte", index) }
    if binds.count > ParameterBuffer.maximumCount { throw refusal("54000", "too many parameters", index) }
    for bind in binds {
      switch bind {
      case .literal(let literal, _):
        if literal.utf8.contains(0) { throw refusal("22021", "a parameter has a null byte", index) }
        if literal.utf8.count > ParameterBuffer.maximumBytes { throw refusal("54000", "a parameter is too long", index) }
      case .text(let text):
        if text.utf8.count > ParameterBuffer.maximumBytes { throw refusal("54000", "a parameter is too long", index) }
      case .textArray(let texts):
        let size = texts.reduce(0) { $0 + $1.utf8.count + 4 }
        if size > ParameterBuffer.maximumBytes { throw refusal("54000", "a parameter is too long", index) }
      case .uuidArray(let uuids):
        if uuids.count > ParameterBuffer.maximumBytes / 20 { throw refusal("54000", "a parameter is too long", index) }
      case .null, .bool, .int4, .int8, .float8, .uuid: break
      }
    }
  }

  private func refusal(_ state: String, _ message: String, _ index: Int) -> StatementError {
    StatementError(.statement(SQLState(rawValue: state)), message: message, statementIndex: index)
  }
}
