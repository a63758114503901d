import Gateway
import GraphQL
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// Each table that a plan reads bumps a version that the plan's answers are tied to. Asked of the catalog: which triggers a table has,
/// and which versions their functions write.
@Suite struct VersionCoverageTests {
  private static let database = Task { try await WalkedSchema.recipe.database("version_coverage", families: 1) }

  /// Read by plans, and bump nothing by themselves.
  private static let exceptions: KeyValuePairs<String, String> = [
    "family_usage": "it changes with the tables that it counts",
    "used_ids": "its rows are counted in family_usage",
    "pickup_records": "what hides an enrolment is kept with the change of the enrolment itself",
    "attempts": "webhook_deliveries has a column of this name",
    "messages": "staff_devices has a column of this name",
    "pickup_bars": "a bar comes with a change of guardians, and keeps nobody away without one",
    "changes": "it changes with the tables that it is of",
    "family_versions": "it is a version",
    "account_versions": "it is a version",
    "place_versions": "it is a version",
    "directory_versions": "it is a version",
    "version_epochs": "it is a version",
  ]

  @Test func `Each table that a plan of the schema reads bumps a version of the plan`() async throws {
    let database = try await Self.database.value
    let walked = try WalkedSchema.recipe
    let bumped = try await versions(database)
    #expect(bumped["assignments"] == ["FAMILY"] && bumped["dismissals"] == ["FAMILY", "PLACE"] && bumped["school_staff"] == ["ACCOUNT", "PLACE"])
    // A column may have the name of a trigger's function.
    let bodies = try await bodies(database, triggers: false)
    var read: Set<String> = []
    for planClass in [Viewer.PlanClass.account, .parent, .student] {
      for query in QueryWalk(walked.schema, ids: try await database.rows(of: database.parent)).queries {
        guard let plan = try? Explanation(of: GraphQLRequest(query: query.document), for: .example(of: planClass), map: walked.map)
        else { continue }
        var tied: Set = ["ACCOUNT", "FAMILY", "EPOCH"]
        if plan.scope.readsPlaces { tied.insert("PLACE") }
        if plan.scope.readsRequests { tied.insert("REQUESTS") }
        if plan.scope.readsDirectory { tied.insert("DIRECTORY") }
        for table in Self.tables(in: plan.readings.map(\.text), bumped.keys.map(\.self), bodies) {
          read.insert(table)
          if Self.exceptions.contains(where: { $0.key == table }) { continue }
          let versions = bumped[table] ?? []
          let isTied = versions.contains("REQUESTS") ? versions.isSubset(of: tied) : !versions.isDisjoint(with: tied)
          if !isTied {
            Issue.record("\(planClass), \(query): reads \(table), which bumps \(versions.sorted()), and is tied to \(tied.sorted())")
          }
        }
      }
    }
    #expect(read.count > 45)
    for (table, _) in Self.exceptions where !read.contains(table) && !table.hasSuffix("versions") && table != "version_epochs" {
      Issue.record("no plan reads \(table): it is no exception")
    }
  }

  /// The words of each function of the database.
  /// - Parameter triggers: whether those of triggers are among them.
  private func bodies(_ database: SchoolDatabase, triggers: Bool) async throws -> [String: Set<String>] {
    let rows = try await database.run(
      """
      SELECT proname::text, prosrc FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND (\(bind: .bool(triggers)) OR prorettype <> 'trigger'::regtype)
        -- An immutable function reads no table: the words of notices may be the names of some.
        AND provolatile <> 'i'
      """)
    var bodies: [String: Set<String>] = [:]
    for row in 0..<rows.count {
      bodies[rows.text(row: row, column: 0) ?? "", default: []].formUnion(Self.words(in: rows.text(row: row, column: 1) ?? ""))
    }
    return bodies
  }

  /// The versions that each table bumps, whatever changes a row of it.
  private func versions(_ database: SchoolDatabase) async throws -> [String: Set<String>] {
    let bodies = try await bodies(database, triggers: true)
    let rows = try await database.run(
      """
      SELECT relname::text, tgname::text, proname::text FROM pg_class
      LEFT JOIN pg_trigger ON tgrelid = pg_class.oid AND tgenabled = 'O' AND tgname IN ('bump_added', 'bump_changed', 'bump_removed')
      LEFT JOIN pg_proc ON pg_proc.oid = tgfoid
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname NOT IN ('schema_migrations', 'function_files')
      """)
    var all: [String: [String: Set<String>]] = [:]
    for row in 0..<rows.count {
      let table = rows.text(row: row, column: 0) ?? ""
      guard let trigger = rows.text(row: row, column: 1), let function = rows.text(row: row, column: 2) else {
        all[table] = [:]
        continue
      }
      let words = Self.closure(of: [function], bodies)
      var versions: Set<String> = []
      if words.contains("family_versions") { versions.insert("FAMILY") }
      if words.contains("requests") { versions.insert("REQUESTS") }
      if words.contains("account_versions") { versions.insert("ACCOUNT") }
      if words.contains("place_versions") { versions.insert("PLACE") }
      if words.contains("directory_versions") { versions.insert("DIRECTORY") }
      if words.contains("version_epochs") { versions.insert("EPOCH") }
      all[table, default: [:]][trigger] = versions
    }
    return all.mapValues { triggers in
      guard triggers.count == 3, let first = triggers.values.first else { return [] }
      return triggers.values.reduce(first) { $0.intersection($1) }
    }
  }

  private static func tables(in texts: [String], _ names: [String], _ bodies: [String: Set<String>]) -> Set<String> {
    closure(of: texts.reduce(into: []) { $0.formUnion(words(in: $1)) }, bodies).intersection(names)
  }

  /// Words, and those of the functions among them.
  private static func closure(of words: Set<String>, _ bodies: [String: Set<String>]) -> Set<String> {
    var all = words
    var open = words
    while let word = open.popFirst() {
      for inner in bodies[word] ?? [] where all.insert(inner).inserted { open.insert(inner) }
    }
    return all
  }

  private static func words(in text: String) -> Set<String> {
    Set(text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "_" }.map { $0.lowercased() })
  }
}
