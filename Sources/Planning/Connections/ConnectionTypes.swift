import GraphQL

/// The object types that a connection is made of — GraphQL Cursor Connections Specification (Relay), sections 2 to 5.
///
///     AssignmentConnection → AssignmentEdge → Assignment, and PageInfo
struct ConnectionTypes {
  let connection: String
  let edge: String
  let node: String

  static let pageInfo = "PageInfo"

  /// - Returns: nil when the type is no connection.
  init?(of connection: String, in schema: Schema) {
    guard let edges = schema.field("edges", of: connection)?.type.itemType,
      let node = schema.field("node", of: edges.namedType)
    else { return nil }
    self.connection = connection
    edge = edges.namedType
    self.node = node.type.namedType
  }

  /// The required type of each part, by its coordinate.
  var parts: [(typeName: String, field: String, type: String)] {
    [
      (connection, "edges", "[\(edge)!]!"), (connection, "nodes", "[\(node)!]!"),
      (connection, "pageInfo", "\(Self.pageInfo)!"), (connection, "totalCount", "Int!"),
      (edge, "cursor", "String!"), (edge, "node", "\(node)!"),
      (Self.pageInfo, "hasNextPage", "Boolean!"), (Self.pageInfo, "hasPreviousPage", "Boolean!"),
      (Self.pageInfo, "startCursor", "String"), (Self.pageInfo, "endCursor", "String"),
    ]
  }
}
