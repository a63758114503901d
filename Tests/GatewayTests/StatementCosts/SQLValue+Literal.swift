import SQL

extension SQLValue {
  /// As SQL text: `'2026-09-07'::date`.
  var literal: String {
    let text: String? =
      switch self {
      case .null: nil
      case .bool(let value): "\(value)"
      case .int4(let value): "\(value)"
      case .int8(let value): "\(value)"
      case .float8(let value): "\(value)"
      case .text(let value), .literal(let value, _): value
      case .uuid(let value): "\(value)"
      case .textArray(let values): Self.array(values)
      case .uuidArray(let values): Self.array(values.map(\.description))
      }
    return "\(text.map(Self.quoted) ?? "NULL")::\(type.declaration)"
  }

  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

  private static func array(_ values: [String]) -> String {
    let items = values.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
    return "{\(items.joined(separator: ","))}"
  }
}

extension SQLType {
  /// As a parameter of PREPARE is declared.
  var declaration: String {
    switch self {
    case .textArray: "text[]"
    case .uuidArray: "uuid[]"
    default: description
    }
  }
}
