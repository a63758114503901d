import Foundation
import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

@testable import Domain

/// All that some viewers read, and the versions that it is tied to, inside one transaction of a superuser who changes rows and undoes
/// that.
final class ChangeWalk {
  struct Asker {
    let name: String
    let viewer: AccountViewer
  }

  /// The statements of a viewer whose answers depend on the same.
  struct Group {
    let asker: Asker
    let scope: VersionScope
    var statements: [Read]
    var watched: Set<WatchedVersion> = []
    var answers: [Int] = []
  }

  struct Read {
    /// The statement, after those of its operation that may hand keys on to it.
    let statements: [Statement]
    let place: String
    /// The tables that it names, by itself or through functions.
    let tables: Set<String>
  }

  private(set) var groups: [Group]
  private let transaction: PostgresTransaction

  var statementCount: Int { groups.reduce(0) { $0 + $1.statements.count } }

  init(_ askers: [Asker], _ walk: QueryWalk, _ map: EntityMap<Viewer>, in transaction: PostgresTransaction) async throws {
    self.transaction = transaction
    let tables = try await transaction.run([Self.tables.statement])[0].texts
    let tableNames = Set(tables)
    let functions = try await transaction.run([Self.functions.statement])[0]
    var bodies: [String: Set<String>] = [:]
    for row in 0..<functions.count {
      bodies[functions.text(row: row, column: 0) ?? "", default: []].formUnion(Self.words(in: functions.text(row: row, column: 1) ?? ""))
    }
    let queries = walk.queries
    var groups: [Group] = []
    for asker in askers {
      var byScope: [VersionScope: [Read]] = [:]
      var known: Set<[Statement]> = []
      for query in queries {
        guard let plan = try? Explanation(of: GraphQLRequest(query: query.document), for: .account(asker.viewer), map: map), plan.isQuery
        else { continue }
        for statements in Self.reads(of: plan.statements) where known.insert(statements).inserted {
          var words = statements.reduce(into: Set<String>()) { $0.formUnion(Self.words(in: $1.text)) }
          var open = words
          while let word = open.popFirst() {
            for inner in bodies[word] ?? [] where words.insert(inner).inserted { open.insert(inner) }
          }
          var tables = words.intersection(tableNames)
          // The check itself reads these.
          if plan.scope.readsPlaces { tables.formUnion(["school_staff", "school_staff_classes", "school_families", "members"]) }
          byScope[plan.scope, default: []].append(Read(statements: statements, place: query.place, tables: tables))
        }
      }
      groups += byScope.map { Group(asker: asker, scope: $0.key, statements: $0.value) }
    }
    self.groups = groups
    for index in groups.indices {
      let (stamps, answers) = try #require(try await look(groups[index], at: groups[index].statements))
      self.groups[index].watched = Set(stamps.watched(by: groups[index].asker.viewer))
      self.groups[index].answers = answers
    }
  }

  /// Reads statements of a group as its viewer does.
  /// - Returns: nil where the viewer is refused.
  func look(_ group: Group, at reads: [Read]) async throws -> (stamps: VersionStamps, answers: [Int])? {
    let check = MembershipCheck(of: group.asker.viewer, reading: group.scope)
    try await transaction.execute(script: "SAVEPOINT look; SET LOCAL ROLE hatched_app")
    let guards = check.statements
    let rows = try await transaction.run(guards + reads.flatMap(\.statements))
    try await transaction.execute(script: "ROLLBACK TO SAVEPOINT look")
    guard check.holds(in: rows), let stamps = check.stamps(in: rows) else { return nil }
    var end = guards.count
    let answers = reads.map { read -> Int in
      end += read.statements.count
      return Self.fingerprint(rows[end - 1])
    }
    return (stamps, answers)
  }

  /// Each statement of an operation, with those that have to run before it.
  private static func reads(of statements: [Statement]) -> [[Statement]] {
    statements.enumerated().map { index, statement in
      guard statement.text.contains("current_setting('hatched.keys_") else { return [statement] }
      return statements.prefix(index).filter { $0.text.contains("set_config('hatched.keys_") } + [statement]
    }
  }

  /// Makes a change, and compares what the viewers read that no version tells of it.
  /// - Returns: nil where the change is refused, or changes nothing; else what is stale: who reads it, and where.
  func stale(after change: String, prepared: String? = nil) async throws -> [String]? {
    try await transaction.execute(script: "SAVEPOINT change")
    var groups = groups
    if let prepared {
      let counts = try await tuples()
      guard try await tries(prepared) else {
        try await transaction.execute(script: "ROLLBACK TO SAVEPOINT change")
        return nil
      }
      // So that the transaction bumps versions a second time.
      try await transaction.execute(script: Self.forgetBumps)
      groups = try await refreshed(groups, tables: try await tables(changedSince: counts))
    }
    let (before, counts) = (try await versions(), try await tuples())
    guard try await tries(change) else {
      try await transaction.execute(script: "ROLLBACK TO SAVEPOINT change")
      return nil
    }
    let bumped = Set(try await versions()).symmetricDifference(before).map { String($0.prefix { $0 != " " }) }
    let bumpedKeys = Set(bumped)
    let changed = try await tables(changedSince: counts)
    var found: [String] = []
    for group in groups where !group.watched.contains(where: { bumpedKeys.contains("\($0.kind.rawValue)\($0.id)") }) {
      let chosen = group.statements.indices.filter { !changed.isDisjoint(with: group.statements[$0].tables) }
      if chosen.isEmpty { continue }
      guard let (_, answers) = try await look(group, at: chosen.map { group.statements[$0] }) else { continue }
      for (index, answer) in zip(chosen, answers) where answer != group.answers[index] {
        found.append("\(group.asker.name): \(group.statements[index].place)")
      }
    }
    try await transaction.execute(script: "ROLLBACK TO SAVEPOINT change")
    return found
  }

  private func refreshed(_ groups: [Group], tables: Set<String>) async throws -> [Group] {
    var groups = groups
    for index in groups.indices {
      let chosen = groups[index].statements.indices.filter { !tables.isDisjoint(with: groups[index].statements[$0].tables) }
      guard let (stamps, answers) = try await look(groups[index], at: chosen.map { groups[index].statements[$0] }) else { continue }
      groups[index].watched = Set(stamps.watched(by: groups[index].asker.viewer))
      for (position, answer) in zip(chosen, answers) { groups[index].answers[position] = answer }
    }
    return groups
  }

  private func tables(changedSince counts: [String: String]) async throws -> Set<String> {
    Set(try await tuples().filter { counts[$0.key] != $0.value }.map(\.key))
  }

  /// Runs a statement that may be refused.
  private func tries(_ change: String) async throws -> Bool {
    let outcome: SQL = "SELECT pg_temp.tries(\(bind: .text(change)))"
    return try await transaction.run([outcome.statement])[0].texts == ["DONE"]
  }

  private func versions() async throws -> [String] { try await transaction.run([Self.versions.statement])[0].texts }

  private func tuples() async throws -> [String: String] {
    let rows = try await transaction.run([Self.tuples.statement])[0]
    return Dictionary(uniqueKeysWithValues: (0..<rows.count).map { (rows.text(row: $0, column: 0) ?? "", rows.text(row: $0, column: 1) ?? "") })
  }

  static let preparation = """
    SET LOCAL idle_in_transaction_session_timeout = 0;
    CREATE FUNCTION pg_temp.tries(change text) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE count bigint;
    BEGIN
      EXECUTE change;
      GET DIAGNOSTICS count = ROW_COUNT;
      SET CONSTRAINTS ALL IMMEDIATE;
      SET CONSTRAINTS ALL DEFERRED;
      RETURN CASE WHEN count = 0 AND change !~ '^(TRUNCATE|DO)' THEN 'NONE' ELSE 'DONE' END;
    EXCEPTION WHEN OTHERS THEN RETURN SQLERRM;
    END
    $$;
    """

  private static let forgetBumps = """
    UPDATE family_versions SET changed_in = '1'; UPDATE account_versions SET changed_in = '1'; UPDATE place_versions SET changed_in = '1';
    UPDATE directory_versions SET changed_in = '1';
    """

  private static let tables: SQL = """
    SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1
    """
  private static let functions: SQL = "SELECT proname::text, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype"
  private static let tuples: SQL = """
    SELECT relname::text, (n_tup_ins + n_tup_upd + n_tup_del)::text FROM pg_stat_xact_user_tables WHERE schemaname = 'public'
    """
  private static let versions: SQL = """
    SELECT part || family_id || ' ' || stamp FROM family_versions
    UNION ALL SELECT 'ACCOUNT' || account_id || ' ' || stamp FROM account_versions
    UNION ALL SELECT 'PLACE' || id || ' ' || stamp FROM place_versions
    UNION ALL SELECT 'DIRECTORY' || id || ' ' || stamp FROM directory_versions
    UNION ALL SELECT 'EPOCH00000000-0000-0000-0000-000000000000 ' || epoch FROM version_epochs
    """

  private static func words(in text: String) -> Set<String> {
    Set(text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "_" }.map { $0.lowercased() })
  }

  /// A fingerprint of the rows, independent of their order: those of a level that is no list have none.
  private static func fingerprint(_ rows: Rows) -> Int {
    (0..<rows.count).reduce(rows.count) { sum, row in
      var hasher = Hasher()
      for column in 0..<rows.columns.count {
        hasher.combine(rows.isNull(row: row, column: column))
        rows.withCell(row: row, column: column) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      }
      return sum &+ hasher.finalize()
    }
  }
}
