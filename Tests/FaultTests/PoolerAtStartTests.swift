import Foundation
import Testing

/// A pooler in transaction mode where PostgreSQL itself, or another setting, is needed: the server says so at its start.
@Suite(.enabled(if: Bouncer.program != nil, "there is no PgBouncer: scripts/test installs it"))
struct PoolerAtStartTests {
  /// The status with which a server ends by itself, and its log.
  private func ended(_ environment: [String: String], in folder: URL) async throws -> (status: Int32, log: String) {
    let program = try ChildProgram(
      [try Machine.hatched, "serve", "--port", "0"],
      environment: environment.merging(["HATCHED_TOKEN_SECRETS": GatewayProcess.secret]) { $1 },
      log: folder.appending(path: "refused-\(UUID().uuidString)"))
    defer { program.end() }
    try await program.ended(within: .seconds(20))
    return (program.status, try program.output)
  }

  @Test func `Prepared statements through a pooler are refused, with the flag to use`() async throws {
    try await Cluster.run { cluster in
      let bouncer = try await Bouncer.start(in: cluster)
      let (status, log) = try await ended(["DATABASE_URL": "\(bouncer.address)"], in: cluster.folder)
      #expect(status == 69, "\(log)")
      #expect(log.contains("Error: DATABASE_URL: ") && log.contains("use --prepared-statements off"), "\(log)")
      bouncer.process.end()
    }
  }

  @Test func `LISTEN through a pooler is refused or warned of, with the address to give`() async throws {
    try await Cluster.run { cluster in
      let direct = try cluster.address("hatched_app")
      var bouncer = try await Bouncer.start(in: cluster)
      let environment = ["DATABASE_URL": "\(direct)", "LISTEN_DATABASE_URL": "\(try bouncer.address)"]
      let (status, log) = try await ended(environment, in: cluster.folder)
      #expect(status == 69, "\(log)")
      #expect(log.contains("Error: LISTEN_DATABASE_URL: ") && log.contains("Give the address of PostgreSQL itself"), "\(log)")
      bouncer.process.end()

      bouncer = try await Bouncer.start(in: cluster, settings: ["ignore_startup_parameters = options,extra_float_digits"])
      let gateway = try await GatewayProcess.start(on: direct, in: cluster.folder, environment: environment)
      let output = try gateway.program.output
      #expect(output.contains("LISTEN_DATABASE_URL leads through a pooler"), "\(output)")
      #expect(output.contains("give the address of PostgreSQL itself"))
      gateway.program.end()
      bouncer.process.end()
    }
  }
}
