import GraphQL
import Planning
import SQL
import Domain
import TestSupport
import Testing

/// A list of rows, plain or a connection, of an object of the schema: each one from its first day.
struct ListPlace: CustomTestStringConvertible {
  let parent: String
  let field: String
  let target: String
  let table: String
  let key: String
  let isConnection: Bool
  /// The table that ties the rows to the parent, where their own table does not.
  let link: (table: String, parentKey: String, childKey: String)?
  /// The values that it is ordered by, as `DUE_DATE`.
  let orders: [String]
  /// The type of the argument `where`.
  let filter: InputObjectType?
  /// The type of the rows, if they have ids.
  let node: NodeType?

  var testDescription: String { "\(parent).\(field)" }

  /// Lists of which the viewer has no rows here, and why.
  static let empty = [
    "CalendarFeed.members": "A feed of all members names none.",
    "Viewer.guestShoppingLists": "The viewer is nobody's guest.",
    "Student.assignmentsDue": "Nothing is due on the day of the test.",
  ]

  /// Rows that no table has, as an independent statement reads them. The courses of the tests have plain means.
  private static let views: [String: SQL] = [
    "course_results": """
      (SELECT a.family_id, a.student_id, a.course_id, c.name AS course_name, round(round(avg(a.percentage), 15), 2) AS grade, \
      count(a.percentage)::int AS graded_count, count(*)::int AS assignment_count \
      FROM assignments a JOIN courses c ON c.family_id = a.family_id AND c.id = a.course_id \
      GROUP BY a.family_id, a.student_id, a.course_id, c.name)
      """
  ]

  private var source: SQL { Self.views[table] ?? "\(identifier: table)" }

  static func all(in walked: WalkedSchema? = nil) throws -> [ListPlace] {
    let walked = try walked ?? .recipe
    let map = walked.map
    let schema = walked.schema
    let nodes = Dictionary(uniqueKeysWithValues: try NodeType.all(in: walked).map { ($0.type, $0) })
    return schema.typeNames.flatMap { parent -> [ListPlace] in
      guard !parent.hasPrefix("__"), let type = schema.objectType(named: parent),
        // An entry of the calendar has no id by which a walk would ask for it: CalendarTests have its members.
        parent == "Viewer" || parent != "CalendarEntry" && type.fields["id"] != nil && map.entity(parent)?.scope.column == "family_id"
      else { return [] }
      return type.fields.compactMap { field in
        let names = field.arguments.map(\.name)
        guard names.contains("first"), names.contains("offset") || names.contains("after"),
          !field.arguments.contains(where: \.isRequired)
        else { return nil }
        let named = field.type.namedType
        let target = field.isConnection ? schema.objectType(named: named)?.fields["nodes"]?.type.namedType : named
        guard let target, let entity = map.entity(target), entity.scope.column == "family_id",
          schema.types[target]?.fields?[selection(ofKey: entity.key)[0]] != nil
        else { return nil }
        return ListPlace(
          parent: parent, field: field.name, target: target, table: entity.table, key: entity.key,
          isConnection: field.isConnection, link: map.link(of: field.name, on: parent),
          orders: field.arguments.lazy.compactMap { schema.orderValues(of: $0) }.first ?? [],
          filter: field.arguments.first { $0.name == "where" }.flatMap { schema.inputObjectType(named: $0.type.namedType) },
          node: nodes[target])
      }
    }
  }

  /// The list of a coordinate, as `Viewer.notifications`.
  static func named(_ coordinate: String) throws -> ListPlace {
    try #require(try all().first { $0.testDescription == coordinate }, "there is no list \(coordinate)")
  }

  /// The fields that lead to a key: `id` of `id`, `course` and `id` of `course_id`.
  private static func selection(ofKey key: String) -> [String] { key == "id" ? ["id"] : [String(key.dropLast(3)), "id"] }

  // MARK: As a client asks

  /// A query of the list.
  /// - Parameters:
  ///   - id: the id of the parent; nil for a parent that the viewer has one of.
  ///   - arguments: as `first: 3, offset: 1`.
  func query(_ id: String?, _ arguments: String) -> String { query(id, asking: "list: \(selection(arguments))") }

  /// A query of fields of the parent.
  func query(_ id: String?, asking fields: String) -> String {
    if let id { return "{ root: node(id: \"\(id)\") { ... on \(parent) { \(fields) } } }" }
    return parent == "Viewer" ? "{ root: viewer { \(fields) } }" : "{ root: family { \(fields) } }"
  }

  /// The list as a field of its parent.
  func selection(_ arguments: String) -> String {
    let names = Self.selection(ofKey: key)
    let object = names.dropFirst().reduce(names[0]) { "\($0) { \($1) }" }
    let page = "totalCount nodes { \(object) } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }"
    return "\(field)(\(arguments)) { \(isConnection ? page : object) }"
  }

  func ids(in data: JSONValue?) -> [String] { ids(of: data?.at("root", "list")) }

  /// - Parameter list: the answer to the list.
  func ids(of list: JSONValue?) -> [String] {
    let path = Self.selection(ofKey: key)
    return ((isConnection ? list?.at("nodes") : list)?.array ?? []).compactMap { object in
      path.reduce(object as JSONValue?) { $0?[$1] }?.string
    }
  }

  // MARK: As an independent statement reads

  /// The column of the rows that refers to the parent; nil where the viewer has one parent alone.
  var parentColumn: String? {
    if ["Viewer", "Family"].contains(parent) { return nil }
    let words = parent.reduce("") { $0 + ($1.isUppercase && !$0.isEmpty ? "_" : "") + $1.lowercased() }
    return "\(words)_id"
  }

  /// The keys of the rows of the list that a member sees.
  /// - Parameter id: the id of the parent; nil for a parent that the viewer has one of.
  func rows(_ id: String?, for membership: Membership) -> SQL {
    let all: SQL = node?.keys(for: membership) ?? """
      SELECT t.\(identifier: key) FROM \(source) t WHERE t.family_id = \(bind: .uuid(membership.familyID))
      """
    guard let id, let parentColumn else { return all }
    if let link {
      return """
        \(all) AND t.id IN (SELECT l.\(identifier: link.childKey) FROM \(identifier: link.table) l
          WHERE l.family_id = t.family_id AND l.\(identifier: link.parentKey) = \(bind: .text(id))::uuid)
        """
    }
    return "\(all) AND t.\(identifier: parentColumn) = \(bind: .text(id))::uuid"
  }

  /// The parent with the most rows in the list; nil for what the viewer has one of.
  func parent(for viewer: AccountViewer, in database: SchoolDatabase) async throws -> String? {
    guard let column = link?.parentKey ?? parentColumn else { return nil }
    let family = try #require(viewer.membership).familyID
    let ids = try await database.ids(
      """
      SELECT t.\(identifier: column) FROM \(link.map { "\(identifier: $0.table)" } ?? source) t
      WHERE t.family_id = \(bind: .uuid(family)) AND t.\(identifier: column) IS NOT NULL
      GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1
      """)
    let first: String = try #require(ids.first, "\(testDescription) has no rows")
    return first
  }
}

extension SchoolDatabase {
  /// The ids that a statement reads.
  func ids(_ sql: SQL) async throws -> [String] {
    let rows = try await run(sql)
    return (0..<rows.count).compactMap { rows.uuid(row: $0, column: 0)?.description }
  }
}
