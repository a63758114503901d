import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Suggestions of a family (ME-15): the rules at their edges, and who sees which.
@Suite(.serialized) struct SuggestionTests {
  private static let database = Task { try await SchoolDatabase("suggestions", families: 1) }

  /// The demonstration family without meals, recipes and study times.
  private func run(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database) { talk in
      for table in ["meals", "recipes", "study_times"] { try await talk.database.run("DELETE FROM \(identifier: table)") }
      try await body(talk)
    }
  }

  private func suggestions(_ talk: Conversation, as viewer: AccountViewer? = nil) async throws -> [JSONValue] {
    let data = try await talk.ask(
      "{ family { suggestions(first: 50) { rule reason recipe { name } student { name } } } }", as: viewer ?? talk.elena)
    return data.at("family", "suggestions")?.array ?? []
  }

  /// The names of the recipes that are suggested.
  private func recipes(_ talk: Conversation) async throws -> [String] {
    try await suggestions(talk).compactMap { $0.at("rule")?.string == "RECIPE_AGAIN" ? $0.at("recipe", "name")?.string : nil }
  }

  /// A recipe with meals some days from today.
  private func recipe(_ name: String, _ days: [Int], _ talk: Conversation) async throws {
    let id = newID()
    _ = try await talk.ask(
      #"mutation { createRecipe(input: {id: "\#(id)", name: "\#(name)", servings: 2}) { recipe { id } } }"#, as: talk.elena)
    for day in days {
      let date = try await talk.text(
        """
        SELECT ((now() AT TIME ZONE time_zone)::date + \(bind: .int4(Int32(day))))::text FROM families \
        WHERE family_id = \(bind: .uuid(DemonstrationFamily.id))
        """)
      _ = try await talk.ask(
        #"mutation { createMeal(input: {date: "\#(date)", slot: DINNER, recipeId: "\#(id)"}) { meal { id } } }"#, as: talk.elena)
    }
  }

  @Test func `A recipe comes again that was planned twice in 90 days, and not within 14`() async throws {
    try await run { talk in
      let cases: [(name: String, days: [Int])] = [
        ("Twice", [-30, -60]), ("Edges", [-15, -90]), ("Far ahead", [-20, -40, 15]), ("Once", [-30]), ("Long ago", [-30, -91]),
        ("Lately", [-30, -60, -14]), ("Soon", [-30, -60, 14]), ("Today", [-30, 0]),
      ]
      for (name, days) in cases { try await recipe(name, days, talk) }
      #expect(try await recipes(talk) == ["Edges", "Far ahead", "Twice"])
      let first = try #require(try await suggestions(talk).first { $0.at("recipe", "name")?.string == "Twice" })
      #expect(first.at("reason")?.string == "“Twice” was planned 2 times in the last 90 days, and not within 14 days.")
      #expect(first.at("student") == .null)
    }
  }

  @Test func `The reason is in the language of the viewer`() async throws {
    try await run { talk in
      try await recipe("Suppe", [-30, -60], talk)
      for (language, word) in [("de-AT", "geplant"), ("es", "planificó"), ("fr", "au menu"), ("nl", "was planned")] {
        try await talk.database.run(
          """
          UPDATE members SET language = \(bind: .text(language)) \
          WHERE id = \(bind: .uuid(try #require(talk.elena.membership).memberID))
          """)
        let reason = try await suggestions(talk).first { $0.at("rule")?.string == "RECIPE_AGAIN" }?.at("reason")?.string
        #expect(reason?.contains(word) == true, "\(language): \(reason ?? "")")
      }
    }
  }

  @Test func `Study is suggested for the first course of the focus, unless there was some on the last 7 days`() async throws {
    try await run { talk in
      let data = try await talk.ask(
        "{ family { students { id name focus(first: 1) { course { id name } } } } }", as: talk.elena)
      let students = (data.at("family", "students")?.array ?? []).filter { $0.at("focus", 0) != nil }
      let suggested = try await suggestions(talk).filter { $0.at("rule")?.string == "STUDY_TIME" }
      #expect(!students.isEmpty && suggested.count == students.count)
      for student in students {
        let one = try #require(suggested.first { $0.at("student", "name") == student.at("name") })
        #expect(one.at("reason")?.string?.contains(student.at("focus", 0, "course", "name")?.string ?? "-") == true)
        #expect(one.at("recipe") == .null)
      }
      let (student, course) = (students[0].at("id")?.string ?? "", students[0].at("focus", 0, "course", "id")?.string ?? "")
      for (days, isSuggested) in [(7, true), (6, false)] {
        let date = try await talk.text(
          """
          SELECT ((now() AT TIME ZONE time_zone)::date - \(bind: .int4(Int32(days))))::text FROM families \
          WHERE family_id = \(bind: .uuid(DemonstrationFamily.id))
          """)
        _ = try await talk.ask(
          #"mutation { createStudyTime(input: {studentId: "\#(student)", courseId: "\#(course)", date: "\#(date)", minutes: 20}) { studyTime { id } } }"#,
          as: talk.elena)
        let now = try await suggestions(talk).filter { $0.at("rule")?.string == "STUDY_TIME" }
        #expect(now.contains { $0.at("student", "name") == students[0].at("name") } == isSuggested, "\(days)")
      }
    }
  }

  // MARK: Services

  /// The services that a rule suggests.
  private func services(_ rule: String, _ talk: Conversation, as viewer: AccountViewer? = nil) async throws -> [String] {
    let data = try await talk.ask("{ family { suggestions(first: 50) { rule service { name } } } }", as: viewer ?? talk.elena)
    return (data.at("family", "suggestions")?.array ?? []).compactMap {
      $0.at("rule")?.string == rule ? $0.at("service", "name")?.string : nil
    }
  }

  /// Bookings of a service at noon of some days from today: those of the past are done, and the others confirmed.
  private func book(_ service: String, _ days: [Int], _ talk: Conversation) async throws {
    let id = try #require(UUIDValue(service))
    for day in days {
      let isDone = day < 0
      try await talk.database.run(
        """
        INSERT INTO bookings (family_id, id, service_id, starts_at, ends_at, state, done_at) \
        SELECT family_id, gen_random_uuid(), \(bind: .uuid(id)), noon.at, noon.at + interval '1 hour', \
        \(bind: .text(isDone ? "DONE" : "CONFIRMED")), CASE WHEN \(bind: .bool(isDone)) THEN noon.at END \
        FROM families CROSS JOIN LATERAL (SELECT \
        ((now() AT TIME ZONE time_zone)::date + \(bind: .int4(Int32(day))) + time '12:00') AT TIME ZONE time_zone AS at) noon \
        WHERE family_id = \(bind: .uuid(DemonstrationFamily.id))
        """)
    }
  }

  @Test func `A service comes again that was done twice in 180 days, and of which no booking is open`() async throws {
    try await BookingGround.run(Self.database) { ground in
      let talk = ground.talk
      let cases: [(name: String, days: [Int])] = [
        ("Twice", [-30, -60]), ("Edges", [-1, -180]), ("Once", [-30]), ("Long ago", [-30, -181]), ("Open", [-30, -60, 5]),
        ("Ended", [-30, -60]),
      ]
      for (name, days) in cases {
        let fields = #"kind: OTHER, name: "\#(name)", price: "5", currency: "EUR", per: VISIT"#
        let service = try await BookingGround.offered(fields, as: ground.provider, talk)
        try await book(service, days, talk)
        if name == "Ended" {
          _ = try await talk.ask(#"mutation { deleteService(input: {id: "\#(service)"}) { id } }"#, as: ground.provider)
        }
      }
      #expect(try await services("SERVICE_AGAIN", talk) == ["Edges", "Twice"])
      let first = try #require(try await suggestions(talk).first { $0.at("rule")?.string == "SERVICE_AGAIN" })
      #expect(first.at("reason")?.string == "“Edges” was booked 2 times in the last 180 days, and no booking is open.")
      #expect(first.at("recipe") == .null && first.at("student") == .null)
      for viewer in [talk.ada, talk.stranger] { #expect(try await services("SERVICE_AGAIN", talk, as: viewer).isEmpty) }
      try await BookingGround.admit(ground.providerID, isListed: false, talk)
      #expect(try await services("SERVICE_AGAIN", talk).isEmpty)
    }
  }

  @Test func `A service is wanted that is of a kind and in an area of what was done, and was never booked`() async throws {
    try await BookingGround.run(Self.database) { ground in
      let talk = ground.talk
      func offer(_ name: String, _ kind: String = "TUTORING", by viewer: AccountViewer? = nil) async throws -> String {
        let fields = #"kind: \#(kind), name: "\#(name)", price: "5", currency: "EUR", per: VISIT"#
        return try await BookingGround.offered(fields, as: viewer ?? ground.provider, talk)
      }
      let physics = try await offer("Physics")
      _ = try await offer("Walks", "PETS")
      for (area, name) in [("BERLIN MITTE", "Latin"), ("Hamburg", "Chemistry")] {
        let other = try await talk.newcomer()
        try await BookingGround.admit(try await BookingGround.applied(other, "UTC", talk, #", area: "\#(area)""#), talk)
        _ = try await offer(name, by: other)
      }
      #expect(try await services("SERVICE_WANTED", talk).isEmpty)
      try await book(ground.service, [-30], talk)
      #expect(try await services("SERVICE_WANTED", talk) == ["Latin", "Physics"])
      for viewer in [talk.ada, talk.stranger] { #expect(try await services("SERVICE_WANTED", talk, as: viewer).isEmpty) }
      for name in ["Algebra", "Biology"] { _ = try await offer(name) }
      #expect(try await services("SERVICE_WANTED", talk) == ["Algebra", "Biology", "Latin"])
      try await book(physics, [5], talk)
      #expect(try await services("SERVICE_WANTED", talk).isEmpty)
    }
  }

  // MARK: Viewers

  @Test func `Students see no suggestion for another student, and other families none`() async throws {
    try await run { talk in
      try await recipe("Soup", [-30, -60], talk)
      let name = try await talk.ask("{ viewer { member { name } } }", as: talk.ada).at("viewer", "member", "name")
      let shown = try await suggestions(talk, as: talk.ada)
      #expect(shown.contains { $0.at("recipe", "name")?.string == "Soup" })
      #expect(shown.allSatisfy { $0.at("student") == .null || $0.at("student", "name") == name })
      #expect(try await suggestions(talk, as: talk.stranger).allSatisfy { $0.at("recipe", "name")?.string != "Soup" })
    }
  }
}
