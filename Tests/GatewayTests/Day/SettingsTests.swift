import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The menu (REQ-NAV-002…004), and what can be set (REQ-VIEW-003).
@Suite(.serialized) struct SettingsTests {
  private static let database = Task { try await SchoolDatabase("settings") }

  @Test func `The menu is that of the viewer's role`() async throws {
    try await Conversation.with(Self.database) { talk in
      func menu(_ viewer: AccountViewer) async throws -> [String] {
        try await talk.ask("{ viewer { menu } }", as: viewer).at("viewer", "menu")?.array?.compactMap(\.string) ?? []
      }
      let ofParent = try await menu(talk.elena)
      #expect(ofParent == ["DASHBOARD", "PLANNER", "CURRICULUM", "REPORT_CARDS", "PORTFOLIO", "RESOURCES", "SETTINGS"])
      let ofStudent = try await menu(talk.ada)
      #expect(ofStudent == ["DASHBOARD", "PLANNER", "REPORT_CARDS", "PORTFOLIO", "RESOURCES", "SETTINGS"])
      let ofNewcomer = try await menu(talk.newcomer())
      #expect(ofNewcomer == ["SETTINGS"])
    }
  }

  @Test func `Parents change the family's settings, and what is due follows`() async throws {
    try await Conversation.with(Self.database) { talk in
      let today = try await talk.text("SELECT (now() AT TIME ZONE 'Pacific/Kiritimati')::date::text")
      func change(_ fields: String) -> String {
        "mutation { updateFamily(input: {\(fields)}) { family { timeZone repeatsOverdueNotifications version } } }"
      }
      for viewer in [talk.ada, try await talk.newcomer()] {
        #expect(try await talk.answer(change("repeatsOverdueNotifications: true"), as: viewer).codes == ["updateFamily": "FORBIDDEN"])
      }
      let first = try await talk.ask(change(#"timeZone: "Pacific/Kiritimati", repeatsOverdueNotifications: true"#), as: talk.elena)
      #expect(first.at("updateFamily", "family", "timeZone")?.string == "Pacific/Kiritimati")
      #expect(first.at("updateFamily", "family", "repeatsOverdueNotifications") == .bool(true))
      let version = try #require(first.at("updateFamily", "family", "version")?.number)
      #expect(try await talk.ask("{ planner(days: 1) { date } }", as: talk.leo).at("planner", 0, "date")?.string == today)
      let second = try await talk.ask(change("repeatsOverdueNotifications: false, ifVersion: \(Int(version))"), as: talk.mateo)
      #expect(second.at("updateFamily", "family", "timeZone")?.string == "Pacific/Kiritimati")
      #expect(try await talk.answer(change("ifVersion: \(Int(version))"), as: talk.elena).codes == ["updateFamily": "CONFLICT"])
      let other = try await talk.ask("{ family { repeatsOverdueNotifications version } }", as: talk.stranger)
      #expect(other.at("family", "version") == .number("1"))
    }
  }

  @Test func `Changes of one's own settings at the same time do not wait for each other for ever`() async throws {
    try await Conversation.with(Self.database) { talk in
      func deadlocks() async throws -> String? {
        // PostgreSQL publishes a connection's counters a second after its last activity.
        try await Task.sleep(for: .milliseconds(1200))
        return try await talk.text("SELECT deadlocks::text FROM pg_stat_database WHERE datname = current_database()")
      }
      let before = try await deadlocks()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<24 {
          group.addTask {
            let day = number % 2 == 0 ? "MONDAY" : "SUNDAY"
            _ = try await talk.ask(
              "mutation { updateMemberSettings(input: {weekStart: \(day)}) { settings { version } } }", as: talk.ada)
          }
        }
        try await group.waitForAll()
      }
      #expect(try await deadlocks() == before)
    }
  }

  @Test func `A member's settings are the member's alone`() async throws {
    try await Conversation.with(Self.database) { talk in
      let query = "{ viewer { settings { pushNotifications weekStart } } }"
      let before = try await talk.ask(query, as: talk.leo)
      let data = try await talk.ask(
        "mutation { updateMemberSettings(input: {pushNotifications: false, weekStart: MONDAY}) { settings { pushNotifications weekStart version } } }",
        as: talk.ada)
      #expect(data.at("updateMemberSettings", "settings", "pushNotifications") == .bool(false))
      #expect(data.at("updateMemberSettings", "settings", "weekStart")?.string == "MONDAY")
      #expect(try await talk.ask(query, as: talk.ada).at("viewer", "settings", "weekStart")?.string == "MONDAY")
      #expect(try await talk.ask(query, as: talk.leo) == before)
      #expect(try await talk.ask(query, as: talk.newcomer()).at("viewer", "settings") == .null)
      let null = try await talk.answer(
        "mutation { updateMemberSettings(input: {weekStart: null}) { settings { version } } }", as: talk.ada)
      #expect(null.codes == ["updateMemberSettings": "BAD_USER_INPUT"])
      let newcomer = try await talk.answer(
        "mutation { updateMemberSettings(input: {weekStart: MONDAY}) { settings { version } } }", as: talk.newcomer())
      #expect(newcomer.codes == ["updateMemberSettings": "FORBIDDEN"])
    }
  }

  @Test func `Accounts elsewhere are named by their providers, for the member alone`() async throws {
    try await Conversation.with(Self.database) { talk in
      func names(_ viewer: AccountViewer) async throws -> [String?]? {
        try await talk.ask("{ viewer { settings { linkedAccounts } } }", as: viewer).at("viewer", "settings", "linkedAccounts")?.array?.map(\.string)
      }
      let (elena, mateo) = ("\(talk.elena.accountID)", "\(talk.mateo.accountID)")
      try await talk.database.execute(
        script: "DELETE FROM identities WHERE account_id IN ('\(elena)', '\(mateo)')")
      #expect(try await names(talk.elena) == [])
      // An answer that was remembered follows.
      try await talk.database.execute(
        script: """
          INSERT INTO identities (account_id, id, provider, subject, created_at) VALUES
            ('\(elena)', gen_random_uuid(), 'https://id.example.org', 'elena', '2026-01-03'),
            ('\(elena)', gen_random_uuid(), 'APPLE', 'elena', '2026-01-01'),
            ('\(elena)', gen_random_uuid(), 'https://former.example.org', 'elena', '2026-01-02'),
            ('\(mateo)', gen_random_uuid(), 'APPLE', 'mateo', '2026-01-01')
          """)
      #expect(try await names(talk.elena) == ["Apple", "https://former.example.org", "School account"])
      #expect(try await names(talk.mateo) == ["Apple"])
      let way = try await talk.text("SELECT id::text FROM identities WHERE account_id = \(bind: .uuid(talk.elena.accountID)) AND provider = 'APPLE'")
      _ = try await talk.ask(#"mutation { unlinkSignIn(input: {id: "\#(way)"}) { viewer { id } } }"#, as: talk.elena)
      #expect(try await names(talk.elena) == ["https://former.example.org", "School account"])
      #expect(try await names(talk.mateo) == ["Apple"])
      // A member without an account elsewhere, and an account without a family.
      #expect(try await talk.ask("{ viewer { settings { linkedAccounts } } }", as: talk.newcomer()).at("viewer", "settings") == .null)
    }
  }

  @Test func `A member sets quiet hours, muted kinds and whether names are shown`() async throws {
    try await Conversation.with(Self.database) { talk in
      let fields = "pushNotifications pushQuietFrom pushQuietUntil pushMutedKinds pushShowsNames"
      let query = "{ viewer { settings { \(fields) } } }"
      let before = try await talk.ask(query, as: talk.mateo).at("viewer", "settings")
      #expect(before?.at("pushQuietFrom") == .null && before?.at("pushQuietUntil") == .null)
      #expect(before?.at("pushMutedKinds") == .array([]) && before?.at("pushShowsNames") == .bool(false))
      func change(_ input: String) async throws -> JSONValue {
        try await talk.answer("mutation { updateMemberSettings(input: {\(input)}) { settings { \(fields) } } }", as: talk.mateo)
      }
      let set = try await change(
        #"pushQuietFrom: "21:00:00", pushQuietUntil: "07:00:00", pushMutedKinds: [OVERDUE, MESSAGE], pushShowsNames: true"#)
      let settings = set.at("data", "updateMemberSettings", "settings")
      #expect(settings?.at("pushQuietFrom")?.string == "21:00:00" && settings?.at("pushQuietUntil")?.string == "07:00:00")
      #expect(settings?.at("pushMutedKinds") == .array([.string("OVERDUE"), .string("MESSAGE")]))
      #expect(settings?.at("pushShowsNames") == .bool(true))
      #expect(try await talk.ask(query, as: talk.mateo).at("viewer", "settings") == settings)
      // Both times or neither, and two different ones.
      for wrong in ["pushQuietFrom: null", "pushQuietUntil: null", #"pushQuietFrom: "07:00:00""#] {
        let answer = try await change(wrong)
        #expect(answer.codes == ["updateMemberSettings": "BAD_USER_INPUT"], "\(wrong)")
      }
      #expect(try await change("pushMutedKinds: null").codes == ["updateMemberSettings": "BAD_USER_INPUT"])
      for language in ["null", #""german""#, #""d""#, #""de-""#] {
        #expect(try await change("language: \(language)").codes == ["updateMemberSettings": "BAD_USER_INPUT"], "\(language)")
      }
      for language in ["de-AT", "en"] {
        #expect(try await change(#"language: "\#(language)""#).at("errors") == nil)
        #expect(
          try await talk.ask("{ viewer { settings { language } } }", as: talk.mateo).at("viewer", "settings", "language")?.string == language)
      }
      let none = try await change("pushQuietFrom: null, pushQuietUntil: null, pushMutedKinds: [], pushShowsNames: false")
      #expect(none.at("data", "updateMemberSettings", "settings") == before)
      #expect(try await talk.ask(query, as: talk.elena).at("viewer", "settings", "pushMutedKinds") == .array([]))
    }
  }
}
