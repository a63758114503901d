import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// `School.search` (TT-07).
@Suite struct SchoolSearchTests {
  private static let school = DemonstrationFamily.schoolID
  private static let bells = "School begins at 8:10. Lunch is at 12:00.\\n\\nOn Fridays school ends at 1:30."

  private func with(_ name: String, _ body: (PickupGround) async throws -> Void) async throws {
    try await PickupGround.run("search_\(name)") { ground in
      try await ground.database.run("DELETE FROM school_information")
      try await body(ground)
    }
  }

  private func add(_ title: String, _ text: String?, _ fields: String = "", in ground: PickupGround) async throws {
    let text = text.map { #", text: "\#($0)""# } ?? ""
    let answer = try await ground.ask(
      #"""
      mutation { createSchoolInformation(input: {schoolId: "\#(Self.school)", section: SCHEDULES, title: "\#(title)"\#(text)\#(fields)}) {
        schoolInformation { id } } }
      """#, as: ground.administrator)
    #expect(answer.at("errors") == nil, "\(answer)")
  }

  private func ask(_ text: String, _ first: String = "", as viewer: AccountViewer? = nil, in ground: PickupGround) async throws -> JSONValue {
    try await ground.gateway.answer(
      "query($text: String!) { schools { search(text: $text\(first)) { information { title } excerpt { text isMatch } } } }",
      variables: .object([.init("text", .string(text))]), as: viewer ?? ground.parent)
  }

  /// The first words of the passages that are found.
  private func found(_ text: String, as viewer: AccountViewer? = nil, in ground: PickupGround) async throws -> [String] {
    let answer = try await ask(text, ", first: 50", as: viewer, in: ground)
    #expect(answer.at("errors") == nil, "\(answer)")
    return (answer.at("data", "schools", 0, "search")?.array ?? []).map { passage in
      let whole = (passage.at("excerpt")?.array ?? []).compactMap { $0.at("text")?.string }.joined()
      return String(whole.prefix { $0 != " " })
    }
  }

  @Test func `All words are looked for, the last as a beginning; where none has all, any of them`() async throws {
    try await with("words") { ground in
      try await add("Bell schedule", Self.bells, in: ground)
      #expect(try await found("sched", in: ground) == ["On", "School"])
      #expect(try await found("What time does the school begin?", in: ground) == ["School", "On"])
      #expect(try await found("absent", in: ground) == [])
      // Words that say nothing, and no words.
      for text in ["the", "?!", "  "] {
        let none = try await found(text, in: ground)
        #expect(none == [], "\(text)")
      }
      // Less than three characters are no beginning.
      #expect(try await found("sc", in: ground) == [])
      #expect(try await found("SCHOOLS fridays", in: ground) == ["On"])
      for wrong in ["", String(repeating: "a", count: 201)] {
        let answer = try await ask(wrong, in: ground)
        #expect(answer.at("errors", 0, "extensions", "code")?.string == "BAD_USER_INPUT", "\(answer)")
      }
      #expect(try await found(String(repeating: "a ", count: 100), in: ground) == [])
    }
  }

  @Test func `An excerpt is the passage as it stands, with its matches apart`() async throws {
    try await with("excerpts") { ground in
      try await add("Rules", "Use <b>no</b> \\\"school\\\" & begin 5 < 6.\\n \\n" + String(repeating: "word ", count: 200) + "needle at the end", in: ground)
      let answer = try await ask("begins", in: ground)
      let parts = answer.at("data", "schools", 0, "search", 0, "excerpt")?.array ?? []
      #expect(parts.compactMap { $0.at("text")?.string } == ["Use <b>no</b> \"school\" & ", "begin", " 5 < 6."])
      #expect(parts.map { $0.at("isMatch") } == [.bool(false), .bool(true), .bool(false)])
      let long = try await ask("needle", in: ground)
      let shown = long.at("data", "schools", 0, "search", 0, "excerpt")?.array ?? []
      #expect(shown.contains { $0.at("text")?.string == "needle" && $0.at("isMatch") == .bool(true) })
      let length = shown.reduce(0) { $0 + ($1.at("text")?.string?.count ?? 0) }
      #expect(length <= 400 && length > 50)
    }
  }

  @Test func `A title counts more than a passage, and equal ranks come by title, position and passage`() async throws {
    try await with("order") { ground in
      try await add("Lunch", "Nothing.", in: ground)
      try await add("Zoo", "The lunch.", ", position: 1", in: ground)
      try await add("Ape", "A lunch.\\n\\nOne lunch.", ", position: 2", in: ground)
      let answer = try await ask("lunch", in: ground)
      let titles = (answer.at("data", "schools", 0, "search")?.array ?? []).compactMap { $0.at("information", "title")?.string }
      // "One lunch." has one word more than "A lunch." and "The lunch.", whose first words count for nothing.
      #expect(titles == ["Lunch", "Ape", "Zoo", "Ape"])
      #expect(try await found("lunch", in: ground) == ["Nothing.", "A", "The", "One"])
      let two = try await ask("lunch", ", first: 2", in: ground)
      #expect(two.at("data", "schools", 0, "search")?.array?.count == 2)
    }
  }

  @Test func `Passages follow the text, its deletion and the language of the school`() async throws {
    try await with("changes") { ground in
      try await add("Busse", "Die Kinder fahren um acht.", in: ground)
      #expect(try await found("kindern", in: ground) == [])
      let german = #"mutation { updateSchool(input: {id: "\#(Self.school)", language: "de-AT"}) { school { language } } }"#
      #expect(try await ground.ask(german, as: ground.administrator).at("errors") == nil)
      #expect(try await found("kindern", in: ground) == ["Die"])
      let list = try await ground.ask("{ schools { information { id } } }", as: ground.parent)
      let id = try #require(list.at("data", "schools", 0, "information", 0, "id")?.string)
      _ = try await ground.ask(
        #"mutation { updateSchoolInformation(input: {id: "\#(id)", text: "Kein Bus."}) { schoolInformation { id } } }"#,
        as: ground.administrator)
      #expect(try await found("kindern", in: ground) == [])
      #expect(try await found("kein bus", in: ground) == ["Kein"])
      _ = try await ground.ask(#"mutation { deleteSchoolInformation(input: {id: "\#(id)"}) { id } }"#, as: ground.administrator)
      #expect(try await found("bus", in: ground) == [])
    }
  }

  @Test("Texts of all scripts are found, and fail in no language", arguments: [
    ("en", "Ökologie für Anfänger", "ökologie"), ("hi", "विद्यालय सुबह आठ बजे शुरू होता है", "विद्यालय"), ("ja", "学校は八時に始まる", "学校は八時に始まる"),
    ("ar", "تبدأ المدرسة في الثامنة", "المدرسة"), ("tr", "Okul SEKİZDE başlar", "sekizde"), ("th", "โรงเรียน เริ่ม แปดโมง", "โรงเรียน"),
    ("ru", "Школа начинается в восемь", "школы"), ("xx", "Skolen begynder", "skolen"), ("de", "Cafe\u{301} am Eck", "caf\u{e9}"),
  ])
  func scripts(_ language: String, _ text: String, _ search: String) async throws {
    try await with("scripts_\(language)") { ground in
      try await ground.database.run("UPDATE schools SET language = \(bind: .text(language))")
      try await add("T", text, in: ground)
      #expect(try await found(search, in: ground).count == 1)
      for odd in ["a:* & !b", "'", "\\", "💥", "a|b", "((("] {
        let answer = try await ask(odd, in: ground)
        #expect(answer.at("errors") == nil, "\(answer)")
      }
    }
  }

  @Test func `Only the people of a school search in its information`() async throws {
    try await with("people") { ground in
      try await add("Bell schedule", Self.bells, in: ground)
      for viewer in [ground.parent, ground.teacher, ground.dispatcher, ground.administrator] {
        #expect(try await found("school", as: viewer, in: ground).count == 2)
      }
      let registered = try await ground.stranger()
      #expect(try await found("school", as: registered, in: ground) == [])
      let other = UUIDValue.random()
      try await ground.database.run(
        """
        INSERT INTO schools (id, name, time_zone) VALUES (\(bind: .uuid(other)), 'Other', 'UTC')
        """)
      try await ground.database.run(
        """
        INSERT INTO school_information (school_id, id, section, title, text, links, position) \
        VALUES (\(bind: .uuid(other)), gen_random_uuid(), 'POLICIES', 'School', \(bind: .text("school \(Self.school)")), '[]', 0)
        """)
      #expect(try await found("school", in: ground).count == 2)
      let administrator = try await found("school", as: ground.administrator, in: ground)
      #expect(administrator.count == 2)
    }
  }

  @Test func `A search reads no passage but by the index of words`() async throws {
    try await with("index") { ground in
      try await ground.database.run(
        """
        INSERT INTO school_information (school_id, id, section, title, text, links, position) \
        SELECT \(bind: .uuid(Self.school)), gen_random_uuid(), 'POLICIES', 'Rule ' || n, \
        (SELECT string_agg('word' || (n * 20 + m) % 997 || ' common', E'\\n\\n') FROM generate_series(1, 20) m), '[]', n % 100 \
        FROM generate_series(1, 200) n
        """)
      // Passages of other schools, as there are: a table of a few pages is read from end to end.
      try await ground.database.run(
        "INSERT INTO schools (id, name, time_zone) SELECT gen_random_uuid(), 'Other', 'UTC' FROM generate_series(1, 50)")
      try await ground.database.run(
        """
        INSERT INTO school_information (school_id, id, section, title, text, links, position) \
        SELECT schools.id, gen_random_uuid(), known.section, known.title, known.text, '[]', known.position \
        FROM schools, school_information known WHERE schools.name = 'Other' AND known.position < 10
        """)
      try await ground.database.run("ANALYZE school_passages")
      let school: SQL = "\(bind: .text(Self.school.description))"
      let found = try await ground.database.run(
        """
        SELECT found.count, pg_stat_get_xact_numscans(tables.oid) FROM (
          SELECT count(*) FROM (SELECT set_config('hatched.audience_ids', '{' || \(school) || '}', true) AS value) scope
          CROSS JOIN LATERAL search_school(btrim(scope.value, '{}')::uuid, 'word17', 50) passages OFFSET 0) found, pg_class tables
        WHERE tables.relname = 'school_passages'
        """)
      #expect(found.int8(row: 0, column: 0).map { $0 >= 4 } == true && found.int8(row: 0, column: 1) == 0)
      let plan = try await ground.database.run(
        """
        EXPLAIN SELECT 1 FROM school_passages passages WHERE passages.found_by @@ query_of_school(\(school)::uuid, 'word17'::tsquery) AND passages.school_id = \(school)::uuid
        """)
      let text = (0..<plan.count).compactMap { plan.text(row: $0, column: 0) }.joined(separator: "\n")
      #expect(text.contains("school_passages_by_words") && !text.contains("Seq Scan"), "\(text)")
    }
  }

  @Test func `Links are written and read as a list`() async throws {
    try await with("links") { ground in
      let links = #", links: [{title: "Map \"A\"", url: "https://hill.example.org/map"}, {title: "B", url: "https://hill.example.org/b"}]"#
      try await add("Campus", nil, links, in: ground)
      func read() async throws -> JSONValue? {
        try await ground.ask("{ schools { information { id links { title url } } } }", as: ground.parent).at("data", "schools", 0, "information", 0)
      }
      let known = try #require(try await read())
      #expect(known.at("links", 0, "title")?.string == "Map \"A\"" && known.at("links", 1, "url")?.string == "https://hill.example.org/b")
      let id = try #require(known.at("id")?.string)
      func update(_ fields: String) async throws -> JSONValue {
        try await ground.ask(
          #"mutation { updateSchoolInformation(input: {id: "\#(id)", \#(fields)}) { schoolInformation { id } } }"#, as: ground.administrator)
      }
      #expect(try await update(#"title: "Grounds""#).at("errors") == nil)
      #expect(try await read()?.at("links")?.array?.count == 2)
      for wrong in [#"links: [{title: "", url: "https://a.example"}]"#, #"links: [{title: "a", url: "javascript:alert(1)"}]"#] {
        let answer = try await update(wrong)
        #expect(answer.at("errors", 0, "extensions", "code")?.string == "BAD_USER_INPUT", "\(answer)")
      }
      #expect(try await update("links: []").at("errors") == nil)
      #expect(try await read()?.at("links") == .array([]))
    }
  }
}
