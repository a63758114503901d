import Foundation
import Gateway
import GraphQL
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// Whatever reads the clock declares the boundaries at which time changes it: see ``Boundary``.
@Suite struct ClockDeclarationTests {
  private static let database = Task { try await WalkedSchema.recipe.database("clock_declarations", families: 1) }

  /// Words of SQL that read the clock, wherever they stand.
  private static let words = [
    "now()", "current_date", "current_time", "current_timestamp", "localtime", "localtimestamp", "clock_timestamp()",
    "statement_timestamp()", "transaction_timestamp()", "timeofday()",
  ]

  @Test func `Each plan of the schema declares each place where it reads the clock`() async throws {
    let database = try await Self.database.value
    let readers = try await functionsOfTime(database)
    #expect(readers.contains("invitation_state"))
    let walked = try WalkedSchema.recipe
    let queries = QueryWalk(walked.schema, ids: try await database.rows(of: database.parent)).queries
    var declared: Set<String> = []
    var planned = 0
    for planClass in Viewer.PlanClass.allCases {
      for query in queries {
        // A query that is refused to these viewers has no plan.
        guard let plan = try? Explanation(of: GraphQLRequest(query: query.document), for: .example(of: planClass), map: walked.map)
        else { continue }
        planned += 1
        for (text, dependencies) in plan.readings {
          let boundaries = dependencies.compactMap { if case .clock(let boundary) = $0 { boundary.name } else { nil } }
          declared.formUnion(boundaries)
          let count = Self.readings(of: readers, in: text)
          #expect(count == boundaries.count, "\(planClass), \(query): \(count) readings of the clock, declared \(boundaries): \(text)")
        }
        #expect(plan.scope.boundaries.isEmpty == plan.readings.allSatisfy { Self.readings(of: readers, in: $0.text) == 0 })
      }
    }
    #expect(planned > 1500)
    #expect(declared.isSuperset(of: ["assignments.due", "families.midnight", "invitations.expires_at", "staff_invitations.expires_at"]))
  }

  @Test func `An undeclared reading is found`() {
    for text in ["SELECT now()", "SELECT 1 WHERE created_at < NOW( )", "SELECT current_date - 1", "SELECT invitation_state(a, b, c)"] {
      #expect(Self.readings(of: ["invitation_state"], in: text) == 1, "\(text)")
    }
    #expect(Self.readings(of: ["invitation_state"], in: "SELECT known(), current_dates, x.invitation_state FROM y") == 0)
  }

  /// Policies and views are part of each statement, and declare nothing.
  @Test func `No policy, view or generated column reads the clock`() async throws {
    let database = try await Self.database.value
    let readers = try await functionsOfTime(database)
    let texts = try await database.run(
      """
      SELECT concat(tablename, ' ', policyname, ': ', qual, ' ', with_check) FROM pg_policies WHERE schemaname = 'public'
      UNION ALL SELECT concat(viewname, ': ', definition) FROM pg_views WHERE schemaname = 'public'
      UNION ALL SELECT concat(matviewname, ': ', definition) FROM pg_matviews WHERE schemaname = 'public'
      """).texts
    #expect(texts.count > 50)
    for text in texts where Self.readings(of: readers, in: text) > 0 { Issue.record("\(text)") }
  }

  @Test func `Nothing that turns rows into answers reads a clock of the gateway`() throws {
    var root = URL(filePath: #filePath)
    for _ in 1...4 { root.deleteLastPathComponent() }
    let clocks = ["Date()", "Clock.now", "clock_gettime", "gettimeofday", "time(nil)", "DispatchTime", ".now +", ".now -"]
    var count = 0
    for target in ["GraphQL", "SQL", "Planning"] {
      let files = try #require(FileManager.default.enumerator(at: root.appending(path: "Sources/\(target)"), includingPropertiesForKeys: nil))
      // The ids of new rows have their time.
      for case let file as URL in files where file.pathExtension == "swift" && file.lastPathComponent != "UUIDValue+TimeOrdered.swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for clock in clocks where text.contains(clock) { Issue.record("\(file.lastPathComponent) reads \(clock)") }
        count += 1
      }
    }
    #expect(count > 300)
  }

  /// The functions that the server's role may call and that tell the time, by the catalog: by their text, or by that of one that they
  /// call.
  private func functionsOfTime(_ database: SchoolDatabase) async throws -> [String] {
    let rows = try await database.run(
      """
      SELECT proname::text, prosrc FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
      """)
    let functions = (0..<rows.count).map { (name: rows.text(row: $0, column: 0) ?? "", text: rows.text(row: $0, column: 1) ?? "") }
    var found: Set<String> = []
    while true {
      let more = functions.filter { !found.contains($0.name) && Self.readings(of: Array(found), in: $0.text) > 0 }.map(\.name)
      if more.isEmpty { return found.sorted() }
      found.formUnion(more)
    }
  }

  private static func readings(of functions: [String], in text: String) -> Int {
    let patterns = words.map { $0.replacing("()", with: "\\s*\\(\\s*\\)") } + functions.map { "\($0)(?=\\s*\\()" }
    let pattern = "(?i)(?<!\\w)(\(patterns.joined(separator: "|")))(?!\\w)"
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return -1 }
    return expression.numberOfMatches(in: text, range: NSRange(text.startIndex..., in: text))
  }
}
