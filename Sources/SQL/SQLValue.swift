/// A value to bind to a statement's `$n`. Its type is sent with it, so PostgreSQL never has to guess.
public enum SQLValue: Hashable, Sendable {
  case null(SQLType)
  case bool(Bool)
  case int4(Int32)
  case int8(Int64)
  case float8(Double)
  case text(String)
  case uuid(UUIDValue)
  case textArray([String])
  case uuidArray([UUIDValue])
  /// A value of any other type in the text form that PostgreSQL reads, such as `date` "2026-09-01".
  case literal(String, SQLType)

  public var type: SQLType {
    switch self {
    case .null(let type), .literal(_, let type): type
    case .bool: .bool
    case .int4: .int4
    case .int8: .int8
    case .float8: .float8
    case .text: .text
    case .uuid: .uuid
    case .textArray: .textArray
    case .uuidArray: .uuidArray
    }
  }
}
