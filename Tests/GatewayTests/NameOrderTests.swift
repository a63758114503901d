import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// Names sort as people expect, in a database whose own collation compares bytes: in lists and pages alike.
@Suite struct NameOrderTests {
  private static let database = Task { try await SchoolDatabase("name_order", families: 1) }
  private static let sorted = ["ada", "Ångström", "Émile", "emily", "Zed"]

  /// A family with things of these names, made in another order.
  private func withNames(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database) { talk in
      let subject = newID()
      for type in ["courses", "subjects", "resources", "assignments", "members"] {
        try await talk.database.run("DELETE FROM \(identifier: type) WHERE \(Self.isMade(type))")
      }
      for name in ["Zed", "ada", "Émile", "emily", "Ångström"] {
        _ = try await talk.ask(
          """
          mutation {
            createSubject(input: {\(name == "Zed" ? "id: \"\(subject)\", " : "")name: "\(name)"}) { subject { id } }
            createCourse(input: {subjectId: "\(subject)", name: "\(name)"}) { course { id } }
            createResource(input: {title: "\(name)"}) { resource { id } }
            createStudent(input: {name: "\(name)"}) { student { id } }
          }
          """, as: talk.elena)
        _ = try await talk.newAssignment(of: talk.ada, name)
      }
      try await body(talk)
    }
  }

  private static func isMade(_ table: String) -> SQL {
    let column: SQL = ["courses", "subjects", "members"].contains(table) ? "name" : "title"
    return "\(column) = ANY (\(bind: .textArray(sorted)))"
  }

  private static let among = "[\(sorted.map { #""\#($0)""# }.joined(separator: ", "))]"

  @Test func `The database compares bytes by itself`() async throws {
    try await Conversation.with(Self.database) { talk in
      let comparesBytes = try await talk.text("SELECT ('Zed' < 'ada' AND 'z' < 'Émile')::text")
      #expect(comparesBytes == "true")
    }
  }

  @Test(
    "Sorted by name or title",
    arguments: [
      ("subjects", "name", "where: {name: {in: $}}"), ("students", "name", "where: {name: {in: $}}"),
      ("members", "name", "where: {name: {in: $}}"),
      ("courses", "name", "where: {name: {in: $}}, orderBy: {field: NAME}"),
      ("resources", "title", "where: {title: {in: $}}"),
    ])
  func lists(list: String, field: String, arguments: String) async throws {
    try await withNames { talk in
      let arguments = arguments.replacing("$", with: Self.among)
      let data = try await talk.ask("{ family { \(list)(\(arguments)) { \(field) } } }", as: talk.elena)
      #expect(data.at("family", .key(list))?.array?.compactMap { $0.at(.key(field))?.string } == Self.sorted)
    }
  }

  @Test func `A filter ignores case beyond ASCII, and equality does not`() async throws {
    try await withNames { talk in
      for (filter, found) in [
        (#"contains: "éMI""#, ["Émile"]), (#"startsWith: "åN""#, ["Ångström"]), (#"endsWith: "STRÖM""#, ["Ångström"]),
        (#"eq: "zed""#, []), (#"eq: "Zed""#, ["Zed"]),
      ] {
        let data = try await talk.ask(
          "{ family { resources(where: {title: {in: \(Self.among), \(filter)}}) { title } } }", as: talk.elena)
        #expect(data.at("family", "resources")?.array?.compactMap { $0.at("title")?.string } == found, "\(filter)")
      }
    }
  }

  @Test("Page after page is the whole list, from either end", arguments: ["ASC", "DESC"])
  func pages(direction: String) async throws {
    try await withNames { talk in
      for (size, from, cursor) in [("first", "after", "endCursor"), ("last", "before", "startCursor")] {
        var found: [String] = []
        var position = "null"
        for _ in Self.sorted {
          let data = try await talk.ask(
            """
            { family { assignmentsConnection(\(size): 1, \(from): \(position), where: {title: {in: \(Self.among)}},
              orderBy: {field: TITLE, direction: \(direction)}) { nodes { title } pageInfo { \(cursor) } } } }
            """, as: talk.elena)
          let page = try #require(data.at("family", "assignmentsConnection"))
          found.append(page.at("nodes", 0, "title")?.string ?? "nothing")
          position = "\"\(page.at("pageInfo", .key(cursor))?.string ?? "")\""
        }
        #expect(found == ((direction == "ASC") == (size == "first") ? Self.sorted : Self.sorted.reversed()))
      }
    }
  }
}
