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
      if bind.size > ParameterBuffer.maximumBytes { throw refusal("54000", "a parameter is too long", index) }
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

extension SQLValue {
  /// About how many bytes the value takes in the protocol.
  fileprivate var size: Int {
    switch self {
    case .null, .bool, .int4, .int8, .float8, .uuid: 16
    case .text(let text), .literal(let text, _): text.utf8.count
    case .textArray(let texts): texts.reduce(20) { $0 + $1.utf8.count + 4 }
    case .uuidArray(let uuids): 20 + 20 * uuids.count
    }
  }
}
