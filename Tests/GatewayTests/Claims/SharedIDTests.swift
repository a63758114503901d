import GraphQL
import Planning
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Staff find rows of many families by their ids: no family takes an id that another family's row has.
@Suite struct SharedIDTests {
  /// Every type of a family's rows that staff see, with a row of the demonstration family.
  private static let tables = [
    "enrolments", "pickup_guardians", "collectors", "dismissals", "school_notices", "pickup_times", "class_messages", "dismissal_steps",
    "school_attendance", "absence_reports", "absence_files", "tickets", "ticket_messages", "ticket_files",
  ]

  @Test func `An id of another family's row is refused as one that was used, whatever type has it`() async throws {
    try await PickupGround.run("shared_ids") { ground in
      let stranger = try await ground.stranger()
      let own = try await ground.ask("{ family { enrolments(first: 1) { id } } }", as: stranger).at("data", "family", "enrolments", 0, "id")
      let enrolment = try #require(own?.string)
      func create(_ id: String, _ mutation: String) async throws -> JSONValue {
        try await ground.ask("mutation { \(mutation.replacing("$id", with: id)) { __typename } }", as: stranger)
      }
      let creations = [
        #"createCollector(input: {id: "$id", enrolmentId: "\#(enrolment)", name: "Mallory", telephone: "+14155550123"})"#,
        #"createPickupTime(input: {id: "$id", enrolmentId: "\#(enrolment)", days: [MONDAY], time: "15:00:00"})"#,
      ]
      var reference: [JSONValue] = []
      for creation in creations {
        let id = newID()
        #expect(try await create(id, creation).at("errors") == nil)
        reference.append(try await create(id, creation.replacing("Mallory", with: "Other").replacing("15:00", with: "16:00")))
      }
      try await ground.database.run(
        """
        WITH sent AS (
          INSERT INTO files (home_id, id, name, media_type, kind, bytes, sha256, stored_bytes, declared_bytes)
          VALUES (\(bind: .uuid(DemonstrationFamily.schoolID)), gen_random_uuid(), 'f', 'text/plain', 'DOCUMENT', 1, sha256('f'), 1, 1)
          RETURNING id)
        INSERT INTO ticket_files (family_id, id, message_id, file_id)
        SELECT told.family_id, gen_random_uuid(), told.id, sent.id FROM ticket_messages told, sent LIMIT 1
        """)
      for table in Self.tables {
        let rows = try await ground.database.run(
          "SELECT id::text FROM \(identifier: table) WHERE family_id = \(bind: .uuid(DemonstrationFamily.id)) ORDER BY id LIMIT 1")
        let id = try #require(rows.text(row: 0, column: 0), "\(table)")
        for (index, creation) in creations.enumerated() {
          let answer = try await create(id, creation)
          #expect(answer.code == "CONFLICT" && answer == reference[index], "\(table), \(creation): \(answer)")
        }
        // Staff read the same by the id as before.
        let node = try await ground.ask(#"{ node(id: "\#(id)") { __typename ... on ClassCollector { name } } }"#, as: ground.administrator)
        #expect(!"\(node)".contains("Mallory"))
      }
      // Nor one of the school's own rows, of which families know those of the school and its classes.
      for table in ["school_classes", "school_staff", "card_readers", "staff_invitations", "school_students", "schools"] {
        let owner = table == "schools" ? "id" : "school_id"
        let rows = try await ground.database.run(
          """
          SELECT id::text FROM \(identifier: table) WHERE \(identifier: owner) = \(bind: .uuid(DemonstrationFamily.schoolID)) \
          ORDER BY id LIMIT 1
          """)
        let id = try #require(rows.text(row: 0, column: 0), "\(table)")
        for (index, creation) in creations.enumerated() {
          let answer = try await create(id, creation)
          #expect(answer.code == "CONFLICT" && answer == reference[index], "\(table), \(creation): \(answer)")
        }
      }
    }
  }

  @Test func `Every table whose rows staff see is one that the walk above knows`() async throws {
    try await PickupGround.run("shared_id_tables") { ground in
      let tables = try await ground.database.run(
        """
        SELECT relname::text FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'staff_school_id'
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1
        """).texts
      #expect(Set(tables) == Set(Self.tables))
    }
  }
}
