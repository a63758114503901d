package import SQL

extension SQLValue {
  /// As SQL text, for scripts that people run: `50`, `'2026-09-07'::date`. What the gateway itself runs binds its values.
  ///
  /// Characters that mean something in a script of psql's or pgbench's stand there by their number: `E'08\x3a30'::text`.
  package var literal: String {
    switch self {
    case .null(let type): "NULL::\(type)"
    case .bool(let value): "\(value)"
    case .int4(let value): "\(value)"
    case .int8(let value): "\(value)"
    case .float8(let value): "'\(value)'::float8"
    case .text(let value), .literal(let value, _): "\(Self.quoted(value))::\(type)"
    case .uuid(let value): "'\(value)'::uuid"
    case .textArray(let values): "\(Self.quoted(Self.array(values)))::\(type)"
    case .uuidArray(let values): "\(Self.quoted(Self.array(values.map(\.description))))::\(type)"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = ""
    var hasEscapes = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": quoted += "''"
      case "\\", ":", "$", "\n", "\r":
        hasEscapes = true
        let number = String(scalar.value, radix: 16)
        quoted += "\\x" + (number.count == 1 ? "0" : "") + number
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\(hasEscapes ? "E" : "")'\(quoted)'"
  }

  /// `array_in`'s form: `{"a","b"}`.
  private static func array(_ values: [String]) -> String {
    let items = values.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
    return "{\(items.joined(separator: ","))}"
  }
}
