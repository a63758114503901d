import GraphQL
import SQL
import Testing

@testable import Planning

struct LeafFormatTests {
  private static let sdl = """
    type Query { a: Int }
    interface Shape { a: Int }
    enum Size { SMALL LARGE }
    scalar DateTime scalar Date scalar Time scalar UUID scalar URL scalar Decimal
    """

  private static func format(_ sqlType: SQLType, as type: String) throws -> LeafFormat? {
    let reference = TypeReference(try TypeNode(parsing: Source(type)))
    return LeafFormat(sqlType, as: reference, in: try Schema(sdl: [Source(sdl)]))
  }

  @Test(
    "A column's type and a field's type give a format",
    arguments: [
      (.uuid, "ID!", .uuid), (.text, "ID", .text), (.uuid, "UUID", .uuid), (.int2, "Int", .int2),
      (.int4, "Int!", .int4), (.int8, "Float", .int8Number), (.float4, "Float", .float4),
      (.float8, "Float", .float8), (.numeric, "Float!", .numeric), (.bool, "Boolean", .bool),
      (.timestamptz, "DateTime!", .timestamp), (.date, "Date", .date), (.time, "Time", .time),
      (.text, "String", .text), (.varchar, "String!", .text), (.text, "URL", .text),
      (.numeric, "Decimal!", .decimal), (.text, "Size", .enumeration([Array("SMALL".utf8), Array("LARGE".utf8)])),
      (.textArray, "[String!]!", .list(.text)), (.uuidArray, "[ID!]", .list(.uuid)),
      (.int4Array, "[Int]", .list(.int4)), (.int8Array, "[Float!]", .list(.int8Number)),
      (.float8Array, "[Float!]", .list(.float8)), (.numericArray, "[Float!]", .list(.numeric)),
      (.boolArray, "[Boolean!]", .list(.bool)), (.dateArray, "[Date!]", .list(.date)),
      (.textArray, "[Size!]", .list(.enumeration([Array("SMALL".utf8), Array("LARGE".utf8)]))),
    ] as [(SQLType, String, LeafFormat)])
  func fits(sqlType: SQLType, type: String, format: LeafFormat) throws {
    #expect(try Self.format(sqlType, as: type) == format)
  }

  @Test(
    "What does not fit has none",
    arguments: [
      (.int8, "Int"), (.text, "Int"), (.text, "Decimal"), (.numeric, "Int"), (.text, "Float"), (.int4, "Float"), (.int4, "Boolean"),
      (.text, "Boolean"), (.text, "DateTime"), (.date, "DateTime"), (.timestamptz, "Date"), (.text, "Date"),
      (.text, "UUID"), (.uuid, "String"), (.int4, "String"), (.int4, "ID"), (.jsonb, "String"), (.int4, "Size"),
      (.uuid, "Size"), (.text, "[String]"), (.textArray, "String"), (.textArray, "[Int]"),
      (.textArray, "[[String]]"), (.text, "Query"), (.text, "Shape"), (.textArray, "[Query!]"),
      (.text, "Unknown"), (.uuid, "URL"),
    ] as [(SQLType, String)])
  func doesNotFit(sqlType: SQLType, type: String) throws {
    #expect(try Self.format(sqlType, as: type) == nil)
  }
}
