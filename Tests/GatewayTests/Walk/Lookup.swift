import GraphQL
import Planning
import SQL
import Domain
import TestSupport
import Testing

/// A field that finds a row by its id: each field of the query type that has an object of a family, and `node` for types
/// without one.
struct Lookup: CustomTestStringConvertible {
  let field: String
  let node: NodeType

  static func all(in walked: WalkedSchema? = nil) throws -> [Lookup] {
    let walked = try walked ?? .recipe
    let schema = walked.schema
    let nodes = try NodeType.all(in: walked)
    let fields = schema.objectType(named: schema.queryType)?.fields.map(\.self) ?? []
    let own = fields.compactMap { field -> Lookup? in
      guard field.arguments.map(\.name) == ["id"], let node = nodes.first(where: { $0.type == field.type.namedType })
      else { return nil }
      return Lookup(field: field.name, node: node)
    }
    try #require(own.count > 8)
    return own + nodes.filter { node in !own.contains { $0.node.type == node.type } }.map { Lookup(field: "node", node: $0) }
  }

  /// The lookup of a field of the query type.
  static func named(_ field: String) throws -> Lookup { try #require(try all().first { $0.field == field }) }

  var testDescription: String { field == "node" ? "node, \(node.type)" : field }

  func query(_ id: String) -> String {
    field == "node"
      ? "{ node(id: \"\(id)\") { ... on \(node.type) { id __typename } } }" : "{ \(field)(id: \"\(id)\") { id __typename } }"
  }

  /// The id of a row of a family that its first parent sees.
  func id(in database: SchoolDatabase, family: UUIDValue) async throws -> String {
    let family: SQL = "\(bind: .uuid(family))"
    let parent: SQL = """
      (SELECT m.id FROM members m WHERE m.family_id = \(family) AND m.role = 'PARENT' ORDER BY m.created_at, m.id LIMIT 1)
      """
    let ids = try await database.ids("\(node.keys(in: family, of: parent)) ORDER BY 1 LIMIT 1")
    return try #require(ids.first, "\(node.type) has no row")
  }
}
