import Glibc
import SQL

extension Statement {
  /// Refuses what cannot be sent, before anything of a pipeline is.
  func check(index: Int) throws(StatementError) {
    // The protocol ends strings with a null byte, so that the rest would be lost in silence.
    if text.hasNullByte { throw refusal("22021", "the text has a null byte", index) }
    if binds.count > ParameterBuffer.maximumCount { throw refusal("54000", "too many parameters", index) }
    for bind in binds {
      if case .literal(let literal, _) = bind, literal.hasNullByte {
        throw refusal("22021", "a parameter has a null byte", index)
      }
      if bind.byteCount > ParameterBuffer.maximumBytes { throw refusal("54000", "a parameter is too long", index) }
    }
  }

  private func refusal(_ state: String, _ message: String, _ index: Int) -> StatementError {
    StatementError(.statement(SQLState(rawValue: state)), message: message, statementIndex: index)
  }
}

extension String {
  fileprivate var hasNullByte: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
    } ?? utf8.contains(0)
  }
}
