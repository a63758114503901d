import ArgumentParser
import Postgres
import SQL
import TestSupport
import Testing

@testable import Server

/// The removal of accounts that never confirmed an address, as a part of the server.
@Suite struct AccountRetentionServiceTests {
  @Test func `A server with background work removes such accounts at its start, and says how many`() async throws {
    let database = try await SchoolDatabase("account_retention_service", families: 1)
    try await database.run(
      """
      INSERT INTO accounts (id, name, created_at)
      SELECT md5(n::text)::uuid, 'Nobody', now() - interval '8 days' FROM generate_series(1, 3) AS n
      """)
    try await database.run(
      """
      INSERT INTO sign_in_addresses (account_id, id, channel, address, lookup, created_at)
      SELECT id, id, 'EMAIL', 'a@example.org', 'a@example.org', created_at FROM accounts WHERE name = 'Nobody'
      """)
    let left: SQL = "SELECT count(*)::int4 FROM accounts WHERE name = 'Nobody'"
    try await RunningServer.run(on: database.app, ["--keep-unconfirmed-accounts", "7"]) { _ in }
    #expect(try await database.run(left).int4(row: 0, column: 0) == 3)
    let options = ["--worker-database-url", "\(database.superuser.user("hatched_worker"))", "--keep-unconfirmed-accounts", "7"]
    try await RunningServer.run(on: database.app, options) { server in
      try await server.process.wait(within: .seconds(20)) {
        try server.process.errors.contains(/removed accounts that never confirmed an address accounts=3/)
      }
    }
    #expect(try await database.run(left).int4(row: 0, column: 0) == 0)
  }

  @Test func `Accounts stay for 1 to 3650 days, and for 30 without a flag`() throws {
    #expect(try SignInOptions.parse([]).keepUnconfirmedAccounts == 30)
    #expect(try SignInOptions.parse(["--keep-unconfirmed-accounts", "3650"]).keepUnconfirmedAccounts == 3650)
    for days in ["0", "3651", "-1", "ever"] {
      #expect(throws: (any Error).self) { try SignInOptions.parse(["--keep-unconfirmed-accounts=\(days)"]) }
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 1), (16, 8)])
  func `Half of the processors stay free of hashes`(_ processors: Int, _ threads: Int) {
    #expect(SignInOptions.hashThreads(processors: processors) == threads)
  }
}
