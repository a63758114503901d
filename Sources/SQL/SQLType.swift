/// A PostgreSQL type by its OID in `pg_type`: an open set, since a database may return any.
package struct SQLType: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let bool = SQLType(rawValue: 16)
  package static let bytea = SQLType(rawValue: 17)
  package static let int8 = SQLType(rawValue: 20)
  package static let int2 = SQLType(rawValue: 21)
  package static let int4 = SQLType(rawValue: 23)
  package static let text = SQLType(rawValue: 25)
  package static let json = SQLType(rawValue: 114)
  package static let float4 = SQLType(rawValue: 700)
  package static let float8 = SQLType(rawValue: 701)
  package static let varchar = SQLType(rawValue: 1043)
  package static let date = SQLType(rawValue: 1082)
  package static let time = SQLType(rawValue: 1083)
  package static let timestamptz = SQLType(rawValue: 1184)
  package static let numeric = SQLType(rawValue: 1700)
  package static let uuid = SQLType(rawValue: 2950)
  package static let jsonb = SQLType(rawValue: 3802)
  package static let boolArray = SQLType(rawValue: 1000)
  package static let int4Array = SQLType(rawValue: 1007)
  package static let textArray = SQLType(rawValue: 1009)
  package static let int8Array = SQLType(rawValue: 1016)
  package static let float8Array = SQLType(rawValue: 1022)
  package static let dateArray = SQLType(rawValue: 1182)
  package static let timeArray = SQLType(rawValue: 1183)
  package static let timestamptzArray = SQLType(rawValue: 1185)
  package static let numericArray = SQLType(rawValue: 1231)
  package static let uuidArray = SQLType(rawValue: 2951)
}

extension SQLType: CustomStringConvertible {
  /// The name that `pg_type` has for it; the OID for a type that has no name here.
  package var description: String {
    let names: [SQLType: String] = [
      .bool: "bool", .bytea: "bytea", .int2: "int2", .int4: "int4", .int8: "int8", .text: "text", .varchar: "varchar",
      .json: "json", .jsonb: "jsonb", .float4: "float4", .float8: "float8", .numeric: "numeric",
      .date: "date", .time: "time", .timestamptz: "timestamptz", .uuid: "uuid",
    ]
    return names[self] ?? "type \(rawValue)"
  }
}
