import Foundation
import SQL
import Testing

@testable import Server

/// `hatched provider`, as a process.
@Suite struct ProviderCommandTests {
  @Test func `The operator lists, admits and withdraws providers`() async throws {
    let database = try await EmptyDatabase("provider_commands")
    try #require(try await database.hatched(["migrate"]).status == 0)
    try #require(try await database.hatched(["seed", "--demo"]).status == 0)
    #expect(try await database.hatched(["provider", "list"]).output == "")
    let all = try await database.hatched(["provider", "list", "--all"])
    #expect(all.status == 0 && all.output.contains("  ADMITTED  ") && all.output.contains("  Robin Vale, Brooklyn: 2 services\n"), "\(all.output)")
    let id = try #require(try await database.texts("SELECT id::text FROM providers WHERE name = 'Robin Vale'").first)
    let withdrawn = try await database.hatched(["provider", "withdraw", id])
    #expect(withdrawn.status == 0 && withdrawn.output == "\(id)  WITHDRAWN  Robin Vale\n", "\(withdrawn.errors)")
    #expect(try await database.texts("SELECT count(*)::text FROM providers WHERE is_listed AND name = 'Robin Vale'") == ["0"])
    for _ in 0..<2 {
      let admitted = try await database.hatched(["provider", "admit", id])
      #expect(admitted.status == 0 && admitted.output == "\(id)  ADMITTED  Robin Vale\n", "\(admitted.errors)")
    }
    try await database.execute(
      """
      WITH account AS (INSERT INTO accounts (id, name) VALUES (gen_random_uuid(), 'P') RETURNING id)
      INSERT INTO providers (account_id, id, name, languages, time_zone)
      SELECT account.id, gen_random_uuid(), 'Nora Lind', '{}', 'UTC' FROM account
      """)
    let waiting = try await database.hatched(["provider", "list"])
    #expect(waiting.output.contains("  WAITING  ") && waiting.output.contains("  Nora Lind: 0 services\n"), "\(waiting.output)")
    #expect(!waiting.output.contains("Robin"))
    let other = try #require(try await database.texts("SELECT id::text FROM providers WHERE name = 'Nora Lind'").first)
    let early = try await database.hatched(["provider", "withdraw", other])
    #expect(early.status == 1 && early.errors.contains("there is no provider in the directory with the id"), "\(early.errors)")
    #expect(try await database.hatched(["provider", "admit", other]).output == "\(other)  ADMITTED  Nora Lind\n")
    for command in ["admit", "withdraw"] {
      let unknown = try await database.hatched(["provider", command, UUID().uuidString])
      #expect(unknown.status == 1 && unknown.errors.contains("there is no provider"), "\(unknown.errors)")
      let wrong = try await database.hatched(["provider", command, "abc"])
      #expect(wrong.status != 0 && wrong.errors.contains("abc is no id of a provider."), "\(wrong.errors)")
    }
  }
}
