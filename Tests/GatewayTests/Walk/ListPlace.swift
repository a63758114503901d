import GraphQL
import Planning
import School
import TestSupport
import Testing

/// A list of rows that have ids, plain or a connection, of an object of the schema: each one from its first day.
struct ListPlace: CustomTestStringConvertible {
  let parent: String
  let field: String
  let target: String
  let table: String
  let key: String
  let isConnection: Bool
  /// The values that it is ordered by, as `DUE_DATE`.
  let orders: [String]

  var testDescription: String { "\(parent).\(field)" }

  /// Lists of which the viewer has no rows here, and why.
  static let empty = [
    "Student.assignmentsDue": "Nothing is due on the day of the test.",
  ]

  static func all() throws -> [ListPlace] {
    let map = try EntityMap(school: .school())
    let schema = map.schema
    return schema.typeNames.flatMap { parent -> [ListPlace] in
      guard !parent.hasPrefix("__"), let type = schema.objectType(named: parent),
        parent == "Viewer" || type.fields["id"] != nil && map.entity(parent)?.scope.column == "family_id"
      else { return [] }
      return type.fields.compactMap { field in
        let names = field.arguments.map(\.name)
        guard names.contains("first"), names.contains("offset") || names.contains("after"),
          !field.arguments.contains(where: \.isRequired)
        else { return nil }
        let named = field.type.namedType
        let target = field.isConnection ? schema.objectType(named: named)?.fields["nodes"]?.type.namedType : named
        guard let target, schema.types[target]?.fields?["id"] != nil, let entity = map.entity(target),
          entity.scope.column == "family_id"
        else { return nil }
        let orders = field.arguments.lazy.compactMap { schema.orderValues(of: $0) }.first ?? []
        return ListPlace(
          parent: parent, field: field.name, target: target, table: entity.table, key: entity.key,
          isConnection: field.isConnection, orders: orders)
      }
    }
  }

  /// - Parameters:
  ///   - id: of the parent; nil for what the viewer has one of.
  ///   - arguments: as `first: 3, offset: 1`.
  func query(_ id: String?, _ arguments: String) -> String {
    let rows = isConnection ? "totalCount nodes { id } pageInfo { endCursor hasNextPage }" : "id"
    let list = "list: \(field)(\(arguments)) { \(rows) }"
    if let id { return "{ root: node(id: \"\(id)\") { ... on \(parent) { \(list) } } }" }
    return parent == "Viewer" ? "{ root: viewer { \(list) } }" : "{ root: family { \(list) } }"
  }

  func ids(in data: JSONValue) -> [String] {
    let list = data.at("root", "list")
    return ((isConnection ? list?.at("nodes") : list)?.array ?? []).compactMap { $0["id"]?.string }
  }
}
