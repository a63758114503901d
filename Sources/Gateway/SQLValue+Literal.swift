package import SQL

extension SQLValue {
  /// As SQL text, for people and for scripts that they run: `50::int8`, `'2026-09-07'::date`. The gateway's own
  /// statements bind their values.
  ///
  /// Characters that mean something in a script of psql's or pgbench's stand there by their number: `E'08\x3a30'::text`.
  package var literal: String {
    switch self {
    case .null(let type): "NULL::\(type)"
    case .bool(let value): "\(value)"
    case .int4(let value): Self.integer(value, type)
    case .int8(let value): Self.integer(value, type)
    case .float8(let value): "'\(value)'::float8"
    case .text(let value), .literal(let value, _): "\(Self.quoted(value))::\(type)"
    case .uuid(let value): "'\(value)'::uuid"
    case .textArray(let values): "\(Self.quoted(Self.array(values)))::\(type)"
    case .uuidArray(let values): "\(Self.quoted(Self.array(values.map(\.description))))::\(type)"
    }
  }

  /// A minus would be taken after the type, which the least number is then too large for.
  private static func integer(_ value: some FixedWidthInteger, _ type: SQLType) -> String {
    value < 0 ? "'\(value)'::\(type)" : "\(value)::\(type)"
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
    let items = values.map { value in
      // By scalars: with an accent behind it, a quotation mark is another character.
      let scalars = value.unicodeScalars.flatMap { $0 == "\\" || $0 == "\"" ? ["\\", $0] : [$0] }
      return "\"\(String(String.UnicodeScalarView(scalars)))\""
    }
    return "{\(items.joined(separator: ","))}"
  }
}
