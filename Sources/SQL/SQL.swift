/// SQL text with its binds. Values enter by interpolation and become `$n`; they never become text.
///
///     let find: SQL = "SELECT name FROM subjects WHERE family_id = \(bind: .uuid(family)) AND id = \(slot)"
///     find.template.text        SELECT name FROM subjects WHERE family_id = $1 AND id = $2
///
/// The text depends on the way the value was put together only, so equal shapes give equal text.
public struct SQL: Hashable, Sendable {
  /// Something to bind: a value that is known now, or a slot that each request fills.
  public enum Bind: Hashable, Sendable {
    case value(SQLValue)
    case slot(Slot)
  }

  enum Part: Hashable, Sendable {
    case text(String)
    case bind(Bind)
    /// Text that reads more than rows: see ``SQL/Dependency``.
    case reading(String, Dependency)
  }

  private(set) var parts: [Part]

  init(parts: [Part]) { self.parts = parts }

  public var isEmpty: Bool { parts.isEmpty }

  public static func + (left: SQL, right: SQL) -> SQL { SQL(parts: left.parts + right.parts) }
  public static func += (left: inout SQL, right: SQL) { left.parts += right.parts }
}

extension SQL: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { parts = text.isEmpty ? [] : [.text(text)] }
  public init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

  public struct Interpolation: StringInterpolationProtocol {
    var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }

    public mutating func appendInterpolation(_ sql: SQL) { parts += sql.parts }
    public mutating func appendInterpolation(bind value: SQLValue) { parts.append(.bind(.value(value))) }
    public mutating func appendInterpolation(_ slot: Slot) { parts.append(.bind(.slot(slot))) }

    /// A table, column or alias: quoted unless it is a plain lower-case name.
    public mutating func appendInterpolation(identifier name: String) {
      parts.append(.text(SQL.quoted(identifier: name)))
    }

    /// Text that is taken as SQL. Only for text that stands in this program's source.
    public mutating func appendInterpolation(unescaped text: String) { parts.append(.text(text)) }

    /// The same for text that reads more than rows, such as the call of a function that reads the clock.
    public mutating func appendInterpolation(unescaped text: String, reading dependency: Dependency) {
      parts.append(.reading(text, dependency))
    }

    /// The time of the transaction.
    ///
    ///     "\(row["expires_at"]) > \(now: .expiry)"        invitations_1.expires_at > now()
    ///
    /// - Parameter boundary: the moments at which the time changes what the SQL gives.
    public mutating func appendInterpolation(now boundary: Boundary) { parts.append(.reading("now()", .clock(boundary))) }
  }

  static func quoted(identifier name: String) -> String {
    if isPlain(name) { return name }
    // By scalars: a quote and the accent that follows it are one `Character`, and no quote.
    var quoted = "\"".unicodeScalars
    for scalar in name.unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  private static func isPlain(_ name: String) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = name.utf8.first, !digits.contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || byte == UInt8(ascii: "_") || digits ~= byte
    }
  }
}

extension Sequence<SQL> {
  /// All of them, with `separator` between each two.
  public func joined(separator: SQL) -> SQL {
    var result = SQL(parts: [])
    for (index, sql) in enumerated() {
      if index > 0 { result += separator }
      result += sql
    }
    return result
  }
}
