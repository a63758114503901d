import Foundation
import Postgres
import TestSupport
import Testing

@testable import Server

/// A server that cannot listen: one message that says why, and what to do, and an exit status of its own.
@Suite struct ListeningTests {
  private static let database = Task { try await SchoolDatabase("listening", families: 1) }

  private func environment() async throws -> [String: String] {
    let database = try await Self.database.value
    return [
      "DATABASE_URL": "\(database.app)", "WORKER_DATABASE_URL": "\(database.superuser.user("hatched_worker"))",
      "HATCHED_TOKEN_SECRETS": RunningServer.secret, "PORT": "0", "LOG_LEVEL": "info",
    ]
  }

  private func serve(_ arguments: [String], _ changes: [String: String] = [:]) async throws -> ChildProcess.End {
    try await ChildProcess.run(
      .hatched, ["serve"] + arguments, environment: try await environment().merging(changes) { $1 }, within: .seconds(20))
  }

  /// - Parameter end: the end of a server that had not begun anything: its log has only the message.
  private func expect(_ end: ChildProcess.End, problem: String, advice: String) {
    #expect(end.status == Server.ExitStatus.cannotListen.rawValue, "\(end.errors)")
    let lines = end.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 2, "\(end.errors)")
    #expect(lines.first?.hasPrefix("Error: \(problem)") == true, "\(end.errors)")
    #expect(lines.last?.contains(advice) == true, "\(end.errors)")
  }

  @Test func `A taken port is named, with the process that has it and the flag for another`() async throws {
    try await RunningServer.run(on: try await Self.database.value.app) { server in
      let holder = "hatched (process \(server.process.id) of the user \(NSUserName())) listens there"
      for arguments in [["--port", "\(server.port)"], ["--host", "0.0.0.0", "--port", "\(server.port)"], ["--host", "localhost", "--port", "\(server.port)"]] {
        let host = arguments.count > 2 ? arguments[1] : "127.0.0.1"
        expect(
          try await serve(arguments), problem: "port \(server.port) of \(host), for the server, is taken: \(holder)",
          advice: "--port (PORT)")
      }
      let environment = try await serve([], ["PORT": "\(server.port)"])
      expect(environment, problem: "port \(server.port) of 127.0.0.1, for the server, is taken: \(holder)", advice: "--port (PORT)")
    }
  }

  @Test func `A taken admin port is named, with the process that has it and the flag for another`() async throws {
    try await RunningServer.run(on: try await Self.database.value.app) { server in
      let end = try await serve([], ["HATCHED_ADMIN_ADDRESS": "127.0.0.1:\(server.port)"])
      expect(
        end, problem: "port \(server.port) of 127.0.0.1, for the admin address, is taken: hatched (process \(server.process.id)",
        advice: "--admin-address (HATCHED_ADMIN_ADDRESS)")
    }
  }

  @Test func `One port for both is refused`() async throws {
    let end = try await serve(["--port", "20873", "--admin-address", "127.0.0.1:20873"])
    expect(end, problem: "port 20873 of 127.0.0.1 is given to the server and to the admin address", advice: "--admin-address")
  }

  @Test(
    "An address that is not of this machine is named, with the addresses that are",
    arguments: [["--host", "192.0.2.1"], ["--admin-address", "192.0.2.1:9090"], ["--host", "2001:db8::1"]])
  func foreignAddress(_ arguments: [String]) async throws {
    let end = try await serve(arguments)
    #expect(end.status == Server.ExitStatus.cannotListen.rawValue, "\(end.errors)")
    #expect(end.errors.contains("this machine") && end.errors.contains(arguments[0]), "\(end.errors)")
    if arguments[1].hasPrefix("192") { #expect(end.errors.contains("no such address, but 127.0.0.1"), "\(end.errors)") }
  }

  @Test func `A host that has no address is named`() async throws {
    let end = try await serve(["--host", "no-such-host.invalid"])
    expect(
      end, problem: "the server cannot listen at no-such-host.invalid: there is no such host", advice: "--host (HOST)")
  }

  private static var firstFreePort: Int {
    ProcessFiles.text("/proc/sys/net/ipv4/ip_unprivileged_port_start").flatMap {
      Int($0.split(whereSeparator: \.isWhitespace).first ?? "")
    } ?? 1024
  }

  @Test("A port that needs a right names it", .enabled(if: firstFreePort > 443))
  func lowPort() async throws {
    let hatched = try Program.hatched.location.path
    let drop = geteuid() == 0 ? "setpriv --bounding-set=-net_bind_service --inh-caps=-net_bind_service" : ""
    let path = ["PATH": "/usr/bin:/bin"]
    let end = try await ChildProcess.run(
      .bash, ["-c", "exec \(drop) '\(hatched)' serve --port 443"], environment: try await environment().merging(path) { $1 })
    expect(
      end, problem: "the server may not listen on port 443: ports below \(Self.firstFreePort) need the right CAP_NET_BIND_SERVICE",
      advice: "Give a higher port with --port (PORT)")
  }

  @Test func `A limit of open files is raised as far as it may be, and refused below what connections need`() async throws {
    let hatched = try Program.hatched.location.path
    let variables = try await environment()
    let low = try await ChildProcess.run(.bash, ["-c", "ulimit -n 400; exec '\(hatched)' serve"], environment: variables)
    #expect(low.status == Server.ExitStatus.unfitEnvironment.rawValue, "\(low.errors)")
    #expect(low.errors.contains("this process may have 400 files open, and may need "), "\(low.errors)")
    let lower = try #require(low.errors.firstMatch(of: /lower --max-connections to (\d+)/)?.output.1, "\(low.errors)")
    // The advice is good.
    let raised = try await ChildProcess.run(
      .bash, ["-c", "ulimit -n 400; exec '\(hatched)' doctor --max-connections \(lower)"], environment: variables)
    #expect(raised.output.contains(/ok +open files +at most 400\n/), "\(raised.output)")
    let soft = try await ChildProcess.run(.bash, ["-c", "ulimit -Sn 400; exec '\(hatched)' doctor"], environment: variables)
    #expect(soft.output.contains(/ok +open files +at most \d{3,}/), "\(soft.output)")
  }

  @Test(
    "A TLS file that cannot be read is named, with the flag or the user",
    arguments: [
      (["--tls-certificate", "/nowhere/chain.pem", "--tls-key", "/nowhere/key.pem"], "the TLS certificate /nowhere/chain.pem is not there", "--tls-certificate"),
      (["--tls-certificate", "/proc", "--tls-key", "/proc"], "the TLS certificate /proc cannot be read", "Let the user"),
    ])
  func unreadableCertificate(arguments: [String], problem: String, advice: String) async throws {
    let end = try await serve(arguments)
    #expect(end.status == Server.ExitStatus.unreadableFile.rawValue, "\(end.errors)")
    #expect(end.errors.contains("Error: \(problem)") && end.errors.contains(advice), "\(end.errors)")
  }

  @Test func `Output that a full disk does not take fails the command`() async throws {
    let hatched = try Program.hatched.location.path
    for command in ["schema", "settings", "schema --access"] {
      let end = try await ChildProcess.run(.bash, ["-c", "'\(hatched)' \(command) > /dev/full"])
      #expect(end.status == Server.ExitStatus.cannotWrite.rawValue, "\(command): \(end.errors)")
      #expect(end.errors.contains("the output cannot be written"), "\(end.errors)")
    }
    // A reader that leaves is no full disk.
    let piped = try await ChildProcess.run(.bash, ["-c", "'\(hatched)' schema | head -n 1"], environment: ["PATH": "/usr/bin:/bin"])
    #expect(piped.status == 0 && piped.errors == "", "\(piped.errors)")
  }
}
