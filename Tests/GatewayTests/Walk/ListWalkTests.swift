import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Each list of the schema is read, paged and ordered, and has rows of the viewer's family alone.
@Suite(.serialized) struct ListWalkTests {
  private static let database = Task {
    let database = try await WalkedSchema.recipe.database("list_walk")
    try await database.fillListTables()
    return database
  }

  @Test func `Every type that has an id is listed somewhere`() throws {
    let listed = Set(try ListPlace.all().map(\.target))
    // The viewer has one family, and tasks are entries of a day in the planner.
    let others = Set(try NodeType.all().map(\.type)).subtracting(listed)
    for type in others.subtracting(["Family", "PlannerTask"]).sorted() {
      Issue.record("No list has objects of \(type): give Family or another type a list of them, with @list")
    }
    #expect(others.isSuperset(of: ["Family", "PlannerTask"]))
  }

  /// The most rows that are compared.
  private static let most = 60

  @Test("Pages are parts of the list, and each order is PostgreSQL's of the column", arguments: try ListPlace.all())
  func list(_ place: ListPlace) async throws {
    try await Conversation.with(Self.database) { talk in
      guard let (parent, all) = try await longest(place, talk) else {
        #expect(
          ListPlace.empty[place.testDescription] != nil, "no viewer here has rows of \(place.target): add to fillListTables()")
        return
      }
      #expect(ListPlace.empty[place.testDescription] == nil)
      #expect(Set(all).count == all.count)
      let foreign = try await talk.database.ids(of: talk.database.sample.familyID(0))
      #expect(foreign.isDisjoint(with: all))
      try await pages(place, of: parent, are: all, talk)
      for order in place.orders { try await ordered(place, of: parent, by: order, all, talk) }
    }
  }

  @Test func `A list and its connection have the same rows`() async throws {
    let places = try ListPlace.all()
    let connections = Dictionary(uniqueKeysWithValues: places.filter(\.isConnection).map { ($0.testDescription, $0) })
    try await Conversation.with(Self.database) { talk in
      var count = 0
      for place in places where !place.isConnection {
        guard let connection = connections["\(place.testDescription)Connection"],
          let (parent, all) = try await longest(place, talk)
        else { continue }
        let data = try await talk.ask(connection.query(parent, "first: \(Self.most)"), as: talk.elena)
        #expect(connection.ids(in: data) == all, "\(connection.testDescription)")
        count += 1
      }
      #expect(count >= 6)
    }
  }

  /// The parent object with the most rows in a list, and their ids in the list's own order; nil if none has any.
  private func longest(_ place: ListPlace, _ talk: Conversation) async throws -> (parent: String?, ids: [String])? {
    var parents: [String?] = [nil]
    if !["Viewer", "Family"].contains(place.parent) {
      let node = try #require(try NodeType.all().first { $0.type == place.parent }, "a list of an object without an id")
      parents = try await talk.database.ids("\(node.keys(for: try #require(talk.elena.membership))) ORDER BY 1 LIMIT 40")
    }
    var found: (parent: String?, ids: [String])?
    for parent in parents {
      let ids = place.ids(in: try await talk.ask(place.query(parent, "first: \(Self.most)"), as: talk.elena))
      if ids.count > found?.ids.count ?? 0 { found = (parent, ids) }
    }
    return found
  }

  private func pages(_ place: ListPlace, of parent: String?, are all: [String], _ talk: Conversation) async throws {
    let wanted = Array(all.prefix(10))
    var (found, cursor): ([String], String) = ([], "null")
    while found.count < wanted.count {
      let start = place.isConnection ? "after: \(cursor)" : "offset: \(found.count)"
      let data = try await talk.ask(place.query(parent, "first: 3, \(start)"), as: talk.elena)
      let page = place.ids(in: data)
      guard !page.isEmpty else { break }
      found += page
      guard place.isConnection else { continue }
      let total = try #require(data.at("root", "list", "totalCount")?.number)
      #expect(all.count < Self.most ? total == Double(all.count) : total >= Double(Self.most))
      #expect(data.at("root", "list", "pageInfo", "hasNextPage") == .bool(Double(found.count) < total))
      cursor = "\"\(data.at("root", "list", "pageInfo", "endCursor")?.string ?? "")\""
    }
    #expect(found.prefix(wanted.count) == wanted[...])
  }

  /// Compares with an independent statement where the order is by a column of the table. Other orders, such as by the
  /// name of a relation, have the same rows.
  private func ordered(
    _ place: ListPlace, of parent: String?, by order: String, _ all: [String], _ talk: Conversation
  ) async throws {
    guard all.count < Self.most else { return }
    let column = order.lowercased()
    let columns = try await talk.database.run(
      """
      SELECT attname::text FROM pg_attribute
      WHERE attrelid = to_regclass(\(bind: .text(place.table))) AND attname = \(bind: .text(column))
      """).texts
    for direction in ["ASC", "DESC"] {
      let arguments = "first: \(Self.most), orderBy: {field: \(order), direction: \(direction)}"
      let ids = place.ids(in: try await talk.ask(place.query(parent, arguments), as: talk.elena))
      guard !columns.isEmpty else {
        #expect(Set(ids) == Set(all), "\(order)")
        continue
      }
      let keys = SQLValue.uuidArray(all.compactMap { UUIDValue($0) })
      // A row without an id of its own is named by its parent as well.
      var isOfParent: SQL = "true"
      if place.key != "id", let parent, let parentColumn = place.parentColumn {
        isOfParent = "t.\(identifier: parentColumn) = \(bind: .text(parent))::uuid"
      }
      let expected = try await talk.database.ids(
        """
        SELECT t.\(identifier: place.key) FROM \(identifier: place.table) t
        WHERE t.family_id = \(bind: .uuid(DemonstrationFamily.id)) AND t.\(identifier: place.key) = ANY (\(bind: keys))
          AND \(isOfParent)
        ORDER BY t.\(identifier: column) \(unescaped: direction) NULLS LAST, t.\(identifier: place.key)
        """)
      #expect(ids == expected, "\(order) \(direction)")
    }
  }
}
