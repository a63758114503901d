import Foundation
import GraphQL
import Gateway
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The export of a family's and an account's data.
@Suite(.serialized) struct ExportTests {
  private static let database = Task { try await WalkedSchema.recipe.database("exports", families: 2) }

  private func run(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.database.run("DELETE FROM attempts")
      try await body(talk)
    }
  }

  private static let family = "mutation { exportFamily { document } }"
  private static let account = "mutation { exportAccount { document } }"

  // MARK: Completeness

  struct Coverage: CustomTestStringConvertible {
    let testDescription: String
    /// The tables: those of the database's own `relname`.
    let tables: SQL
    let exported: @Sendable () throws -> [ExportedTable<Viewer>]
    /// A column that no list has, since it says whose the row is.
    let owner: String
  }

  private static let map = Result { try WalkedSchema.recipe.map }

  static let coverages = [
    Coverage(
      testDescription: "families", tables: "SELECT name FROM \(CatalogRule.familyTables) AS scoped",
      exported: { try ExportedTable.ofFamily(map.get()) }, owner: "family_id"),
    Coverage(
      testDescription: "accounts",
      tables: """
        SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND (relname = 'accounts' OR oid IN (SELECT attrelid FROM pg_attribute WHERE attname = 'account_id'))
          AND oid NOT IN (SELECT oid FROM \(CatalogRule.familyTables) AS scoped)
        """,
      exported: { try ExportedTable.ofAccount(map.get()) }, owner: "account_id"),
  ]

  @Test("Every table and every column is handed out, or kept back for a reason", arguments: coverages)
  func coverage(_ coverage: Coverage) async throws {
    try await run { talk in
      let tables = try await talk.database.run(coverage.tables).texts
      #expect(tables.count > 3)
      let exported = Dictionary(try coverage.exported().map { ($0.name, $0) }) { first, _ in first }
      for table in Set(tables).subtracting(exported.keys).sorted() {
        Issue.record("""
          Nobody gets \(table). Bind an entity to it, or add to Sources/Domain/Account/Privacy/FamilyExport.swift: \
          ExportedTable("\(table)", scope: .family, columns: […]), or to AccountExport.swift
          """)
      }
      for table in tables {
        guard let export = exported[table] else { continue }
        let columns = try await talk.database.run(
          """
          SELECT attname::text FROM pg_attribute
          WHERE attrelid = \(bind: .text(table))::regclass AND attnum > 0 AND NOT attisdropped
          """).texts
        let known = Set(export.columns + export.omitted.map(\.key) + [coverage.owner])
        for column in Set(columns).subtracting(known).sorted() {
          Issue.record("""
            Nobody gets \(table).\(column). Show it in the schema, or name it in Sources/Domain/Privacy, in columns: or, \
            with the reason, in omitting:
            """)
        }
        #expect(known.subtracting(columns).subtracting([coverage.owner]) == [], "\(table) has no such columns")
        #expect(Set(export.columns).isDisjoint(with: export.omitted.map(\.key)), "\(table)")
      }
    }
  }

  /// A parent has its own tickets, and those about children.
  private static func isShown(_ table: String, to member: UUIDValue) -> SQL {
    let asked: SQL = "(SELECT id FROM tickets WHERE author_id = \(bind: .uuid(member)) OR enrolment_id IS NOT NULL)"
    return switch table {
    case "tickets": "id IN \(asked)"
    case "ticket_messages": "ticket_id IN \(asked)"
    case "ticket_files": "message_id IN (SELECT id FROM ticket_messages WHERE ticket_id IN \(asked))"
    // Nobody learns who has blocked its family, or with whom another member talks.
    case "group_hidings": "cause <> 'BLOCKED'"
    case "family_conversations": "(member_id IS NULL OR member_id = \(bind: .uuid(member)))"
    default: "true"
    }
  }

  @Test func `A parent gets every row of the family, and none of another`() async throws {
    try await run { talk in
      let document = try #require(try await talk.ask(Self.family, as: talk.elena).at("exportFamily", "document"))
      #expect(document.at("format") == .number("1"))
      #expect(document.at("exportedAt")?.string?.hasPrefix("20") == true)
      #expect(document.keys?.count == (try ExportedTable<Viewer>.ofFamily(Self.map.get()).count) + 2)
      let family = try #require(talk.elena.membership).familyID
      for table in try ExportedTable<Viewer>.ofFamily(Self.map.get()) {
        let owner = table.name == "files" ? "home_id" : "family_id"
        let count = try await talk.text(
          """
          SELECT count(*)::text FROM \(identifier: table.name) WHERE \(identifier: owner) = \(bind: .uuid(family)) \
          AND \(Self.isShown(table.name, to: try #require(talk.elena.membership).memberID))
          """)
        let rows = try #require(document.at(.key(Self.fieldName(of: table.name)))?.array, "\(table.name)")
        #expect(rows.count == Int(count), "\(table.name)")
        #expect(rows.count > 0, "\(table.name)")
        for row in rows {
          // The columns that have another name in the SDL.
          let others = ["familyId": "id", "repeatsOverdueNotices": "repeatsOverdueNotifications"]
          let names = table.columns.map { Self.fieldName(of: $0) }.map { others[$0] ?? $0 }
          #expect(row.keys == names, "\(table.name)")
        }
      }
      let assignment = try #require(document.at("assignments")?.array?.first { $0.at("pointsAwarded") == .number("87.5") })
      #expect(assignment.at("title")?.string == "Unit 1 test")
      #expect(assignment.at("dueDate")?.string == "2026-08-28")
      #expect(document.at("families", 0, "name")?.string == "Rivera")
      let text = document.indented()
      for index in 0..<2 {
        for id in try await talk.database.ids(of: talk.database.sample.familyID(index)) { #expect(!text.contains(id)) }
      }
    }
  }

  private static func fieldName(of name: String) -> String {
    let words = name.split(separator: "_").map(String.init)
    return words[0] + words.dropFirst().map(\.capitalized).joined()
  }

  // MARK: Secrets

  @Test func `No document has a code, a token or a hash`() async throws {
    try await run { talk in
      try await talk.database.run("UPDATE devices SET token = 'of-a-device-5c1e-' || id")
      let family = try #require(talk.elena.membership).familyID
      _ = try await talk.ask("mutation { createInvitation(input: {role: PARENT}) { code } }", as: talk.elena)
      try await talk.database.run(
        """
        INSERT INTO refresh_tokens (account_id, id, session_id, token_hash, expires_at)
        VALUES (\(bind: .uuid(talk.elena.accountID)), gen_random_uuid(), \(bind: .uuid(talk.elena.sessionID)),
          decode(repeat('5c1e', 16), 'hex'), now() + interval '1 day')
        """)
      let secrets = try await talk.database.run(
        """
        SELECT 'of-a-device-5c1e' UNION SELECT repeat('5c1e', 16)
        UNION SELECT code FROM families WHERE family_id = \(bind: .uuid(family))
        UNION SELECT encode(code_hash, 'hex') FROM invitations WHERE family_id = \(bind: .uuid(family))
        UNION SELECT encode(input_hash, 'hex') FROM used_ids WHERE family_id = \(bind: .uuid(family))
        """).texts
      #expect(secrets.count > 4)
      for query in [Self.family, Self.account] {
        let text = try await talk.ask(query, as: talk.elena).indented()
        for secret in secrets { #expect(!text.contains(secret)) }
      }
    }
  }

  // MARK: Viewers

  @Test func `Only a parent has a family's data handed out, and the trail notes it`() async throws {
    try await run { talk in
      let trail = "{ family { auditTrail(first: 1, where: {action: {eq: FAMILY_EXPORTED}}) { totalCount nodes { actorName } } } }"
      func count() async throws -> Double? {
        try await talk.ask(trail, as: talk.elena).at("family", "auditTrail", "totalCount")?.number
      }
      let before = try #require(try await count())
      for viewer in [talk.ada, try await talk.newcomer()] {
        #expect(try await talk.answer(Self.family, as: viewer).codes == ["exportFamily": "FORBIDDEN"])
      }
      #expect(await talk.gateway.send(Self.family, as: nil).outcome == .unauthenticated)
      #expect(try await count() == before)
      let document = try await talk.ask(Self.family, as: talk.mateo).at("exportFamily", "document")
      #expect(document?.at("auditEntries")?.array?.contains { $0.at("action")?.string == "FAMILY_EXPORTED" } == true)
      #expect(try await count() == before + 1)
      #expect(
        try await talk.ask(trail, as: talk.elena).at("family", "auditTrail", "nodes", 0, "actorName")?.string
          == "Mateo Rivera")
    }
  }

  @Test func `An account gets what is its own alone`() async throws {
    try await run { talk in
      let document = try #require(try await talk.ask(Self.account, as: talk.mateo).at("exportAccount", "document"))
      func ids(_ list: String) -> [String] { (document.at(.key(list))?.array ?? []).compactMap { $0.at("id")?.string } }
      #expect(ids("accounts") == [talk.mateo.accountID.description])
      #expect(document.at("accounts", 0, "email")?.string == "mateo@rivera.example.com")
      #expect(ids("sessions") == [talk.mateo.sessionID.description])
      #expect(ids("members") == [try #require(talk.mateo.membership).memberID.description])
      #expect(ids("devices").count == 1 && ids("notifications").count > 0)
      let member = try #require(talk.mateo.membership).memberID.description
      #expect(document.at("notifications")?.array?.allSatisfy { $0.at("recipientId")?.string == member } == true)
      // In words, though the rows have events.
      #expect(
        document.at("notifications")?.array?.allSatisfy {
          $0.at("title")?.string?.isEmpty == false && $0.at("body")?.string?.isEmpty == false && $0.at("event")?.string != nil
        } == true)
      #expect(document.at("notifications")?.array?.contains { $0.at("arguments", "student")?.string == "Ada Rivera" } == true)
      #expect(document.at("devices")?.array?.allSatisfy { $0.at("memberId")?.string == member } == true)
      // And of each type that the member alone sees, all that it sees or has removed.
      for node in try NodeType.all() {
        guard let owner = node.owner else { continue }
        let rows = try #require(document.at(.key(Self.fieldName(of: node.table)))?.array, "no account gets its \(node.table)")
        let count = try await talk.text(
          "SELECT count(*)::text FROM \(identifier: node.table) WHERE \(identifier: owner) = \(bind: .text(member))::uuid")
        #expect(rows.count == Int(count) && rows.count > 0, "\(node.table)")
      }
      // The export of an account without a family, with a request to join one.
      let newcomer = try await talk.newcomer()
      try await talk.database.run(
        """
        INSERT INTO join_requests (family_id, id, account_id, name) VALUES (
          \(bind: .uuid(try #require(talk.elena.membership).familyID)), gen_random_uuid(),
          \(bind: .uuid(newcomer.accountID)), 'New')
        """)
      let own = try #require(try await talk.ask(Self.account, as: newcomer).at("exportAccount", "document"))
      #expect(own.at("joinRequests")?.array?.count == 1)
      #expect(own.at("members") == .array([]) && own.at("notifications") == .array([]))
      #expect(own.at("accounts", 0, "id")?.string == newcomer.accountID.description)
    }
  }

  /// The scope in the statements, row-level security, and the look at each row before it is written.
  @Test(arguments: [true, false], [PlannerLocks.all, []])
  func `Each lock alone keeps other families out of a document`(_ isOwner: Bool, _ locks: PlannerLocks) async throws {
    try await run { talk in
      let gateway = try TestGateway(
        isOwner ? talk.database.owner : talk.database.app, of: talk.database.walked, locks: locks)
      for query in [Self.family, Self.account] {
        let text = await gateway.send(query, as: talk.elena).text
        #expect(text.contains("Rivera"))
        for index in 0..<2 {
          for id in try await talk.database.ids(of: talk.database.sample.familyID(index)) { #expect(!text.contains(id)) }
        }
      }
      await gateway.pool.shutdown()
    }
  }

  // MARK: Bounds

  @Test func `What is too much only together is refused with the same limit`() async throws {
    try await run { talk in
      let gateway = try TestGateway(talk.database.app, of: talk.database.walked) { $0.connection.maximumAnswerBytes = 40_000 }
      let answer = try await gateway.answer(Self.family, as: talk.stranger)
      #expect(answer.code == "LIMIT_EXCEEDED")
      #expect(answer.at("errors", 0, "extensions", "limit")?.string == "exportBytes")
      await gateway.pool.shutdown()
    }
  }

  @Test func `What is too much is refused with the limit, and not noted as handed out`() async throws {
    try await run { talk in
      let parent = talk.stranger
      let family = try #require(parent.membership).familyID
      try await talk.database.run(
        """
        INSERT INTO assignments (family_id, id, student_id, title, instructions)
        SELECT family_id, gen_random_uuid(), id, 'Long', repeat('x', 100000)
        FROM (SELECT family_id, id FROM members WHERE family_id = \(bind: .uuid(family)) AND role = 'STUDENT' LIMIT 1) AS s,
          generate_series(1, 340)
        """)
      let answer = try await talk.answer(Self.family, as: parent)
      #expect(answer.code == "LIMIT_EXCEEDED")
      #expect(answer.at("errors", 0, "extensions", "limit")?.string == "exportBytes")
      #expect(answer.at("errors", 0, "extensions", "maximum") == .number("12582912"))
      #expect(answer.at("data", "exportFamily") == .null)
      let noted = try await talk.text(
        "SELECT count(*)::text FROM audit_entries WHERE family_id = \(bind: .uuid(family)) AND action = 'FAMILY_EXPORTED'")
      #expect(noted == "0")
      try await talk.database.run("DELETE FROM assignments WHERE title = 'Long'")
      #expect(try await talk.answer(Self.family, as: parent).at("errors") == nil)
    }
  }

  @Test func `Ten exports are allowed in an hour`() async throws {
    try await run { talk in
      for query in [Self.family, Self.account, Self.family] { _ = try await talk.ask(query, as: talk.mateo) }
      try await talk.database.run("UPDATE attempts SET count = 10 WHERE kind = 'exports'")
      let answer = try await talk.answer(Self.account, as: talk.mateo)
      #expect(answer.code == "LIMIT_EXCEEDED")
      #expect(answer.at("errors", 0, "extensions", "limit")?.string == "exports")
      #expect(try await talk.answer(Self.account, as: talk.ada).at("errors") == nil)
    }
  }
}
