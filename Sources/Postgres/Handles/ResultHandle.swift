internal import CLibpq

/// The one owner of a `PGresult`.
struct ResultHandle: ~Copyable {
  let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  var status: ResultStatus { ResultStatus(rawValue: PQresultStatus(pointer).rawValue) }

  /// The command as PostgreSQL reports it, such as `COMMIT` or `UPDATE 3`.
  var commandTag: String { PQcmdStatus(pointer).map { String(cString: $0) } ?? "" }

  /// A field of an error report; nil if it has none.
  func diagnostic(_ field: Diagnostic) -> String? {
    PQresultErrorField(pointer, field.code).map { String(cString: $0) }
  }

  deinit { PQclear(pointer) }
}

/// A field of PostgreSQL's error report — "Error and Notice Message Fields".
struct Diagnostic {
  let code: Int32

  /// Never translated: `ERROR`, `FATAL` or `PANIC`.
  static let severity = Diagnostic("V")
  static let state = Diagnostic("C")
  static let message = Diagnostic("M")
  static let detail = Diagnostic("D")
  static let position = Diagnostic("P")
  static let constraint = Diagnostic("n")

  private init(_ letter: Unicode.Scalar) { code = Int32(letter.value) }
}
