import Foundation
import GraphQL
import Planning
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// How much a family may keep of each kind: counted with each change, and refused where it is too much.
@Suite(.serialized) struct StorageQuotaTests {
  /// A mutation that makes a row of a kind.
  struct Creation: Sendable, CustomTestStringConvertible {
    let kind: String
    let mutation: ContractMutation
    var testDescription: String { kind }
    /// `portfolioItemsOfFamily` of `portfolio_items`.
    var limit: String {
      kind.split(separator: "_").enumerated().map { $0 == 0 ? String($1) : $1.capitalized }.joined() + "OfFamily"
    }
  }

  /// The kinds of which no mutation makes a row as `createCourse` does, and the one that does, or why there is none.
  private static let others: [String: (mutation: String?, reason: String)] = [
    "enrolments": (nil, "The gateway makes their ids: enrollStudent, of which PickupTests have one a day."),
    "dismissals": (nil, "The oldest give way."),
    "class_messages": (nil, "The oldest give way."),
    "school_attendance": (nil, "Staff record it: SchoolAttendanceTests have it."),
    "consents": (nil, "There is one of each kind for a student: ConsentTests have them."),
    "devices": ("registerDevice", "A client names a device by its token."),
    "file_uses": (nil, "createNote adds them with a note: Files/FileTests has it."),
    "grade_scale_steps": ("createGradeScale", "They come with their grade scale."),
    "grade_scale_choices": ("chooseGradeScale", "A client names a choice by what it is for."),
    "grade_overrides": ("setGradeOverride", "A client names a grade by its student and course."),
    "join_requests": (nil, "Whoever asks to join is in no family: JoinRequestTests has it."),
    "event_members": (nil, "createEvent adds them with an event: SeriesTests has it."),
    "external_events": (nil, "The server reads them of calendars elsewhere."),
    "imported_events": (nil, "importCalendar adds them: CalendarFeedTests has it."),
    "occurrences": (nil, "changeOccurrence adds them: SeriesTests has it."),
    "note_taggings": (nil, "createNote adds them with a note: NoteTests has it."),
    "absence_files": (nil, "createAbsenceReport adds them with a report: AbsenceFileTests has them."),
    "recipe_ingredients": ("createRecipe", "They come with their recipe."),
    "family_conversations": (nil, "startConversation adds them: HouseholdConversationTests has it."),
    "group_memberships": (nil, "createGroup and codes add them: GroupTests has it."),
    "shopping_list_guests": (nil, "An account comes by a code: ShoppingGuestTests has it."),
    "shopping_memories": (nil, "addMealsToShoppingList adds them: MealShoppingTests has it."),
    "tickets": (nil, "An account writes at most 10 a day: TicketTests has it."),
    "ticket_messages": (nil, "createTicket adds them with a ticket: TicketTests has it."),
    "ticket_files": (nil, "createTicket adds them with a ticket: TicketFileTests has it."),
    "notifications": (nil, "The oldest give way."),
    "used_ids": (nil, "The oldest give way."),
    "webhook_deliveries": (nil, "The oldest give way."),
    "audit_entries": (nil, "The database adds them: see below."),
  ]

  /// For each kind that has a quota, by the type whose rows are of the kind.
  private static func creations() throws -> [Creation] {
    let walked = try WalkedSchema.recipe
    let mutations = ContractMutation.all(of: walked.schema)
    return StorageQuotas(of: walked.map).byKind.keys.sorted().compactMap { kind in
      let mutation = mutations.first { mutation in
        if let other = others[kind] { return mutation.name == other.mutation }
        return mutation.name.hasPrefix("create") && walked.map.entity(mutation.subject)?.table == kind
      }
      return mutation.map { Creation(kind: kind, mutation: $0) }
    }
  }

  @Test func `Each kind that has a quota is tried below`() throws {
    let kinds = StorageQuotas(of: try WalkedSchema.recipe.map).byKind.keys
    let tried = try Self.creations().map(\.kind) + Self.others.filter { $0.value.mutation == nil }.map(\.key)
    for kind in Set(kinds).subtracting(tried).sorted() {
      Issue.record("No mutation is known that makes a row of \(kind): add it to others, or why there is none")
    }
    #expect(Set(Self.others.keys).isSubset(of: kinds))
  }

  private static let database = Task { try await WalkedSchema.recipe.database("storage_quotas", families: 2) }

  private func with(_ body: (Conversation, UUIDValue) async throws -> Void) async throws {
    try await Conversation.with(Self.database) { talk in
      try await body(talk, try #require(talk.elena.membership?.familyID))
    }
  }

  /// Gives a kind another quota while `body` runs.
  private func quota(
    _ kind: String, rows: SQL, bytes: SQL = "2000000000", _ talk: Conversation, _ body: () async throws -> Void
  ) async throws {
    try await talk.database.run("SELECT set_quota(\(bind: .text(kind)), (\(rows))::int, (\(bytes))::int)")
    try await body()
    let quotas = StorageQuotas(of: try talk.database.walked.map)
    let quota = try #require(quotas.byKind[kind])
    try await talk.database.run(
      """
      SELECT set_quota(\(bind: .text(kind)), \(bind: .int4(Int32(quota.rows))), \(bind: .int4(Int32(quota.bytes))))
      """)
  }

  private func count(_ kind: String, _ family: UUIDValue) -> SQL {
    "SELECT greatest(count(*), 1) FROM \(identifier: kind) WHERE family_id = \(bind: .uuid(family))"
  }

  private func use(_ kind: String, _ family: UUIDValue, _ talk: Conversation) async throws -> String {
    try await talk.text(
      """
      SELECT rows || ' ' || bytes FROM family_usage
      WHERE family_id = \(bind: .uuid(family)) AND kind = \(bind: .text(kind))
      """)
  }

  private func isRefused(_ answer: JSONValue, _ limit: String) -> Bool {
    answer.at("errors", 0, "extensions", "code")?.string == "LIMIT_EXCEEDED"
      && answer.at("errors", 0, "extensions", "limit")?.string == limit
  }

  @Test(arguments: try creations())
  func `A family that has as many as it may gets none more, and nothing is changed`(_ creation: Creation) async throws {
    try await with { talk, family in
      let schema = try talk.database.walked.schema
      let parent = try await ContractViewer.parent(talk.elena, talk)
      // The same device is none more.
      func create(_ number: Int) async throws -> JSONValue {
        var given: [String: JSONValue] = creation.kind == "devices" ? ["token": .string("a0b\(number)")] : [:]
        // And the same choice is none more.
        if creation.kind == "recipe_ingredients" {
          given["ingredients"] = .array([.object([.init("name", .string("Salt"))])])
        }
        if creation.kind == "grade_scale_choices" { given["studentId"] = parent.references["studentId"].map { .string($0) } }
        let input = try parent.input(of: creation.mutation, schema, onlyRequired: true, with: given)
        return try await parent.send(creation.mutation, input, schema, talk)
      }
      let number = try await talk.text("SELECT ((\(count(creation.kind, family))))::text")
      // Where there is none yet, the first one is the last.
      let isEmpty = try await talk.text(
        "SELECT (count(*) = 0)::text FROM \(identifier: creation.kind) WHERE family_id = \(bind: .uuid(family))") == "true"
      try await quota(creation.kind, rows: "\(unescaped: number)", talk) {
        if isEmpty { #expect(try await create(0).at("errors") == nil) }
        let before = try await use(creation.kind, family, talk)
        let refused = try await create(1)
        #expect(isRefused(refused, creation.limit), "\(refused)")
        #expect(refused.at("errors", 0, "extensions", "maximum") == .number(number))
        #expect(refused.at("errors", 0, "extensions", "value") == .number("\((Int(number) ?? 0) + 1)"))
        #expect(try await use(creation.kind, family, talk) == before)
      }
      #expect(try await create(2).at("errors") == nil)
    }
  }

  @Test func `A text that is too long for what is left is refused, and a shorter one is not`() async throws {
    try await with { talk, family in
      let id = try await talk.newAssignment(of: talk.ada)
      func update(_ length: Int) async throws -> JSONValue {
        let text = String(repeating: "é", count: length)
        return try await talk.answer(
          #"mutation { updateAssignment(input: {id: "\#(id)", instructions: "\#(text)"}) { assignment { id } } }"#,
          as: talk.elena)
      }
      #expect(try await update(5_000).at("errors") == nil)
      let room: SQL = """
        SELECT bytes + 1000 FROM family_usage WHERE family_id = \(bind: .uuid(family)) AND kind = 'assignments'
        """
      try await quota("assignments", rows: "100000", bytes: room, talk) {
        #expect(try await update(5_500).at("errors") == nil)
        let refused = try await update(5_501)
        #expect(isRefused(refused, "bytesOfAssignments"))
        #expect(try await update(100).at("errors") == nil)
      }
    }
  }

  @Test func `A family that keeps more than a lowered quota can still take away, grade and shorten`() async throws {
    try await with { talk, family in
      let id = try await talk.newAssignment(of: talk.ada, "A long title")
      try await quota("assignments", rows: "1", bytes: "1024", talk) {
        _ = try await talk.ask(
          #"mutation { gradeAssignment(input: {id: "\#(id)", pointsAwarded: 7}) { assignment { id } } }"#, as: talk.elena)
        _ = try await talk.ask(
          #"mutation { updateAssignment(input: {id: "\#(id)", title: "A title"}) { assignment { id } } }"#, as: talk.elena)
        let longer = try await talk.answer(
          #"mutation { updateAssignment(input: {id: "\#(id)", title: "A longer title"}) { assignment { id } } }"#,
          as: talk.elena)
        #expect(isRefused(longer, "bytesOfAssignments"))
        _ = try await talk.ask(#"mutation { deleteAssignment(input: {id: "\#(id)"}) { id } }"#, as: talk.elena)
      }
    }
  }

  @Test func `Changes at the same time do not pass a quota together`() async throws {
    try await with { talk, family in
      try await quota("resources", rows: "SELECT 5 + (\(count("resources", family)))", talk) {
        let before = Int(try await talk.text("SELECT (\(count("resources", family)))::text"))
        let answers = try await withThrowingTaskGroup(of: JSONValue.self) { group in
          for number in 0..<20 {
            group.addTask {
              try await talk.answer(
                #"mutation { createResource(input: {title: "R\#(number)"}) { resource { id } } }"#,
                as: number % 2 == 0 ? talk.elena : talk.mateo)
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0.at("errors") == nil } == 5)
        #expect(answers.count { isRefused($0, "resourcesOfFamily") } == 15)
        #expect(Int(try await talk.text("SELECT (\(count("resources", family)))::text")) == before.map { $0 + 5 })
      }
    }
  }

  /// `track_usage()` is called again by each migration that adds a column.
  @Test func `A row is counted with all its columns`() async throws {
    try await with { talk, _ in
      let tables = try await talk.database.run(
        """
        SELECT tgrelid::regclass::text FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
        WHERE tgname = 'count_added' AND position(counted_size(tgrelid, 'NEW') || ')' IN prosrc) = 0 ORDER BY 1
        """)
      #expect(tables.texts == [])
    }
  }

  @Test func `What is counted is what there is, after changes of every kind`() async throws {
    try await with { talk, _ in
      let subject = newID(), course = newID()
      _ = try await talk.ask(
        #"mutation { createSubject(input: {id: "\#(subject)", name: "Music"}) { subject { id } } }"#, as: talk.elena)
      _ = try await talk.ask(
        #"mutation { createCourse(input: {id: "\#(course)", subjectId: "\#(subject)", name: "Cello"}) { course { id } } }"#,
        as: talk.elena)
      for number in 0..<3 {
        let id = try await talk.newAssignment(of: talk.ada, "T\(number)", #"courseId: "\#(course)", instructions: "äöü""#)
        _ = try await talk.ask(
          #"mutation { createQuestion(input: {assignmentId: "\#(id)", prompt: "Why?"}) { question { id } } }"#, as: talk.elena)
      }
      _ = try await talk.ask(
        #"mutation { updateCourse(input: {id: "\#(course)", description: "Slow"}) { course { id } } }"#, as: talk.elena)
      #expect(try await talk.text("SELECT recount_usage()::text") == "0")
      _ = try await talk.ask(#"mutation { deleteCourse(input: {id: "\#(course)", cascade: true}) { id } }"#, as: talk.elena)
      #expect(try await talk.text("SELECT recount_usage()::text") == "0")
      // A count that is wrong is found, and corrected.
      try await talk.database.run("UPDATE family_usage SET rows = rows + 1 WHERE kind = 'courses'")
      #expect(try await talk.text("SELECT (recount_usage() > 0)::text") == "true")
      #expect(try await talk.text("SELECT recount_usage()::text") == "0")
    }
  }

  @Test(arguments: ["used_ids", "notifications"])
  func `A log that is full forgets its oldest rows, and refuses none`(_ kind: String) async throws {
    try await with { talk, family in
      try await quota(kind, rows: "400", talk) {
        let recipient = try #require(talk.elena.membership).memberID
        for round in 0..<30 {
          let row: SQL =
            kind == "used_ids"
            ? """
            INSERT INTO used_ids (family_id, id, type, input_hash, used_at)
            SELECT \(bind: .uuid(family)), gen_random_uuid(), 'Subject', sha256('x'), now() + make_interval(mins => \(bind: .int4(Int32(round))))
            FROM generate_series(1, 50)
            """
            : """
            INSERT INTO notifications (family_id, id, recipient_id, kind, title, body, created_at)
            SELECT \(bind: .uuid(family)), gen_random_uuid(), \(bind: .uuid(recipient)), 'HELP_REQUEST', 'T', 'B',
              now() + make_interval(mins => \(bind: .int4(Int32(round)))) FROM generate_series(1, 50)
            """
          try await talk.database.run(row)
        }
        let left = try #require(Int(try await talk.text("SELECT (\(count(kind, family)))::text")))
        #expect((250...600).contains(left), "\(left)")
        let date: SQL = kind == "used_ids" ? "used_at" : "created_at"
        // The latest are there.
        #expect(
          try await talk.text(
            """
            SELECT (count(*) >= 45)::text FROM \(identifier: kind)
            WHERE family_id = \(bind: .uuid(family)) AND \(date) > now() + interval '28 minutes'
            """) == "true")
      }
    }
  }

  @Test func `An audit trail that is full refuses what it would have to record, and no removal`() async throws {
    try await with { talk, family in
      let graded = try await talk.newAssignment(of: talk.ada)
      let open = try await talk.newAssignment(of: talk.ada)
      func grade(_ id: String, _ points: String) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { gradeAssignment(input: {id: "\#(id)", pointsAwarded: \#(points)}) { assignment { id } } }"#,
          as: talk.elena)
      }
      #expect(try await grade(graded, "5").at("errors") == nil)
      try await talk.database.run("SELECT recount_usage('audit_entries')")
      try await quota("audit_entries", rows: "1", talk) {
        let refused = try await grade(open, "5")
        #expect(isRefused(refused, "auditEntriesOfFamily"), "\(refused)")
        #expect(
          try await talk.text(
            "SELECT coalesce(points_awarded::text, 'none') FROM assignments WHERE id = \(bind: .text(open))::uuid") == "none")
        #expect(try await grade(graded, "null").at("errors") == nil)
        // Others have their own.
        let other = try await talk.answer(#"mutation { createStudent(input: {name: "S"}) { student { id } } }"#, as: talk.stranger)
        #expect(other.at("errors", 0, "extensions", "code")?.string != "FORBIDDEN")
      }
    }
  }

  @Test func `Parents see how much the family keeps, and nobody else does`() async throws {
    try await with { talk, family in
      let query = "{ family { storage { kind rows maximumRows bytes maximumBytes } } }"
      let uses = try #require(try await talk.ask(query, as: talk.elena).at("family", "storage")?.array)
      let assignments = try #require(uses.first { $0["kind"]?.string == "ASSIGNMENTS" })
      let rows = try await talk.text("SELECT (\(count("assignments", family)))::text")
      #expect(assignments["rows"] == .number(rows))
      #expect(assignments["maximumRows"] == .number("100000"))
      #expect((assignments["bytes"]?.number ?? 0) > 10_000)
      #expect(assignments["maximumBytes"] == .number("\(64 << 20)"))
      // As the tables are named, whose names are in lower case.
      let kinds = uses.compactMap { $0["kind"]?.string?.lowercased() }
      #expect(kinds == kinds.sorted())
      let student = try await talk.answer(query, as: talk.ada)
      #expect(student.at("data", "family", "storage") == .null)
      #expect(student.at("errors", 0, "extensions", "code")?.string == "FORBIDDEN")
      let other = try #require(try await talk.ask(query, as: talk.stranger).at("family", "storage")?.array)
      #expect(other.first { $0["kind"]?.string == "ASSIGNMENTS" }?["rows"] != assignments["rows"])
    }
  }

  @Test func `The schema names every kind, and no other`() throws {
    let walked = try WalkedSchema.recipe
    guard case .enum(let kinds)? = walked.schema.types["StorageKind"] else {
      Issue.record("there is no StorageKind")
      return
    }
    let known = StorageQuotas(of: walked.map).byKind.keys.map { StorageQuotas.kind(of: $0) }
    #expect(Set(kinds.values.map(\.name)) == Set(known))
  }

  @Test func `All that a family may keep together is bounded`() throws {
    #expect(StorageQuotas(of: try EntityMap<Viewer>.shared).bytes <= 619 << 20)
  }

  @Test func `An account keeps its latest sessions, and a session its latest refresh tokens`() async throws {
    try await with { talk, _ in
      let viewer = try await talk.newcomer()
      let account: SQL = "\(bind: .uuid(viewer.accountID))"
      try await talk.database.run(
        """
        INSERT INTO sessions (account_id, id, created_at, expires_at, ended_at)
        SELECT \(account), gen_random_uuid(), now() - interval '1 hour', now() + interval '1 day',
          CASE WHEN number <= 60 THEN now() END FROM generate_series(1, 150) AS number
        """)
      let kept = Int(try await talk.text("SELECT count(*)::text FROM sessions WHERE account_id = \(account)"))
      #expect(kept.map { (99...100).contains($0) } == true)
      // Those that have ended went first.
      #expect(
        try await talk.text(
          "SELECT (count(*) >= 90)::text FROM sessions WHERE account_id = \(account) AND ended_at IS NULL") == "true")
      let session: SQL = "(SELECT id FROM sessions WHERE account_id = \(account) ORDER BY created_at DESC LIMIT 1)"
      for _ in 0..<3 {
        try await talk.database.run(
          """
          INSERT INTO refresh_tokens (account_id, id, session_id, token_hash, expires_at)
          SELECT \(account), gen_random_uuid(), \(session), sha256('x'), now() + interval '1 day'
          FROM generate_series(1, 400)
          """)
      }
      let tokens = try #require(
        Int(try await talk.text("SELECT count(*)::text FROM refresh_tokens WHERE account_id = \(account)")))
      #expect((500...800).contains(tokens), "\(tokens)")
    }
  }
}
