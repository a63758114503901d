import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Versions of families and accounts: what commits bumps them, once.
@Suite struct VersionTests {
  private static let database = Task { try await SchoolDatabase("versions", families: 2) }

  /// The version of each part of each family, and of each account.
  private static let versions: SQL = """
    SELECT family_id || part || ' ' || version || ' ' || stamp FROM family_versions
    UNION ALL SELECT account_id || ' ' || version || ' ' || stamp FROM account_versions ORDER BY 1
    """

  /// The versions that an operator's script changes, in a transaction that is undone.
  private func bumped(by script: String, times: Int = 1) async throws -> [String] {
    struct Undo: Error { let bumped: [String] }
    let database = try await Self.database.value
    let owner = try await Connection.connect(ConnectionConfiguration(address: database.owner), reactor: Reactor())
    do {
      return try await owner.withTransaction(isolation: .readCommitted) { transaction -> [String] in
        let before = Set(try await transaction.run([Self.versions.statement])[0].texts)
        for _ in 1...times { try await transaction.execute(script: script) }
        let after = try await transaction.run([Self.versions.statement])[0].texts
        throw Undo(bumped: after.filter { !before.contains($0) })
      }
    } catch let undone as Undo {
      return undone.bumped
    }
  }

  @Test func `A change of any row of a family bumps its version, and no other`() async throws {
    let database = try await Self.database.value
    let family = database.parent.membership?.familyID.description ?? ""
    let tables: SQL = """
      SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger
      WHERE tgname = 'bump_changed' AND tgfoid = 'bump_family'::regproc ORDER BY 1
      """
    let names = try await database.run(tables).texts
    #expect(names.count > 25)
    var changed = 0
    for name in names {
      // The script changes nothing in a table without rows: its triggers are the same.
      let script = "UPDATE \(name) SET family_id = family_id WHERE family_id = '\(family)'"
      let rows = try await database.run("SELECT 1 FROM \(identifier: name) AS t WHERE t.family_id = \(bind: .text(family))::uuid LIMIT 1")
      let bumped = try await bumped(by: script)
      #expect(bumped.count == rows.count && bumped.allSatisfy { $0.hasPrefix(family + "FAMILY") }, "\(name)")
      changed += rows.count
    }
    #expect(changed > 20)
  }

  @Test func `A transaction bumps a version once, however often it changes something`() async throws {
    let database = try await Self.database.value
    let family = try #require(database.parent.membership?.familyID.description)
    let once = try await bumped(by: "UPDATE courses SET name = name WHERE family_id = '\(family)'")
    let often = try await bumped(
      by: "UPDATE courses SET name = name WHERE family_id = '\(family)'; DELETE FROM quotes WHERE family_id = '\(family)'", times: 20)
    #expect(once.count == 1 && often.count == 1)
    #expect(once[0].split(separator: " ")[1] == often[0].split(separator: " ")[1])
    #expect(once[0] != often[0], "the stamp is another one each time")
  }

  @Test func `Cascades, several families and an account bump what they change`() async throws {
    let database = try await Self.database.value
    let viewer = database.parent
    let all = try await bumped(by: "UPDATE assignments SET title = title")
    #expect(all.count >= 2 && all.allSatisfy { $0.contains("FAMILY") })
    let account = try await bumped(by: "UPDATE accounts SET name = name WHERE id = '\(viewer.accountID)'")
    #expect(account.count == 1 && account[0].hasPrefix(viewer.accountID.description))
    // A request to join goes with its account by reference.
    let family = try #require(viewer.membership?.familyID)
    let newcomer = UUIDValue.random()
    _ = try await database.run("INSERT INTO accounts (id, name) VALUES (\(bind: .uuid(newcomer)), 'N') RETURNING 1")
    _ = try await database.run(
      """
      INSERT INTO join_requests (family_id, id, account_id, name)
      VALUES (\(bind: .uuid(family)), gen_random_uuid(), \(bind: .uuid(newcomer)), 'N') RETURNING 1
      """)
    let cascade = try await bumped(by: "DELETE FROM accounts WHERE id = '\(newcomer)'")
    #expect(cascade.count == 1 && cascade[0].hasPrefix("\(family)REQUESTS"))
  }

  @Test func `Requests to join bump their account, and of a family that is not in scope another part`() async throws {
    let database = try await Self.database.value
    let viewer = database.parent
    let family = try #require(viewer.membership?.familyID.description)
    let insert = """
      INSERT INTO join_requests (family_id, id, account_id, name) VALUES ('\(family)', gen_random_uuid(), '\(viewer.accountID)', 'N')
      """
    let outside = try await bumped(by: insert)
    #expect(outside.count == 2 && outside.contains { $0.hasPrefix(family + "REQUESTS") })
    let inside = try await bumped(by: "SELECT set_config('hatched.family_id', '\(family)', true); \(insert)")
    #expect(inside.count == 2 && inside.contains { $0.hasPrefix(family + "FAMILY") })
  }
}
