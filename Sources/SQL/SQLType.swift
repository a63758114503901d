/// A PostgreSQL type by its OID in `pg_type`: an open set, since a database may return any.
public struct SQLType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let bool = SQLType(rawValue: 16)
  public static let bytea = SQLType(rawValue: 17)
  public static let int8 = SQLType(rawValue: 20)
  public static let int2 = SQLType(rawValue: 21)
  public static let int4 = SQLType(rawValue: 23)
  public static let text = SQLType(rawValue: 25)
  public static let json = SQLType(rawValue: 114)
  public static let float4 = SQLType(rawValue: 700)
  public static let float8 = SQLType(rawValue: 701)
  public static let varchar = SQLType(rawValue: 1043)
  public static let date = SQLType(rawValue: 1082)
  public static let time = SQLType(rawValue: 1083)
  public static let timestamptz = SQLType(rawValue: 1184)
  public static let numeric = SQLType(rawValue: 1700)
  public static let uuid = SQLType(rawValue: 2950)
  public static let jsonb = SQLType(rawValue: 3802)
  public static let boolArray = SQLType(rawValue: 1000)
  public static let byteaArray = SQLType(rawValue: 1001)
  public static let int4Array = SQLType(rawValue: 1007)
  public static let textArray = SQLType(rawValue: 1009)
  public static let int8Array = SQLType(rawValue: 1016)
  public static let float8Array = SQLType(rawValue: 1022)
  public static let dateArray = SQLType(rawValue: 1182)
  public static let timeArray = SQLType(rawValue: 1183)
  public static let timestamptzArray = SQLType(rawValue: 1185)
  public static let numericArray = SQLType(rawValue: 1231)
  public static let uuidArray = SQLType(rawValue: 2951)
}

extension SQLType: CustomStringConvertible {
  /// The name that `pg_type` has for it, `_text` for `text[]`; the OID for a type that has no name here.
  public var description: String {
    let names: [SQLType: String] = [
      .bool: "bool", .bytea: "bytea", .int2: "int2", .int4: "int4", .int8: "int8", .text: "text", .varchar: "varchar",
      .json: "json", .jsonb: "jsonb", .float4: "float4", .float8: "float8", .numeric: "numeric",
      .date: "date", .time: "time", .timestamptz: "timestamptz", .uuid: "uuid",
      .boolArray: "_bool", .byteaArray: "_bytea", .int4Array: "_int4", .int8Array: "_int8", .textArray: "_text", .float8Array: "_float8",
      .numericArray: "_numeric", .dateArray: "_date", .timeArray: "_time", .timestamptzArray: "_timestamptz",
      .uuidArray: "_uuid",
    ]
    return names[self] ?? "type \(rawValue)"
  }
}
