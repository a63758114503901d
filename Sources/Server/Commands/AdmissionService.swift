import Gateway
import Logging
import ServiceLifecycle

/// Lets requests in once the database has shown to be as it must be, and stops the server when it is not.
struct AdmissionService: Service {
  let readiness: Readiness
  let admission: Admission
  /// The other connections of the server; nil where nothing is to be checked.
  var connections: ConnectionChecks?
  let logger: Logger

  func run() async throws {
    while !admission.isOpen && !Task.isShuttingDownGracefully {
      // Cancelled when another service has failed: then there is nothing to wait for.
      await cancelWhenGracefulShutdown { try? await Task.sleep(for: .milliseconds(500)) }
      try Task.checkCancellation()
      try await attempt()
    }
    // A service that ends would end the others.
    try? await gracefulShutdown()
  }

  /// - Throws: `CommandFailure` when PostgreSQL refuses the role for good, or answers and is not as it must be. A database that does
  ///   not answer yet may come.
  func attempt() async throws {
    let problems: [Readiness.Problem]
    do {
      problems = try await readiness.examine()
    } catch {
      let refusal = DatabaseRefusal(error, .app)
      if refusal.isLasting { throw refusal.failure }
      logger.warning("the database does not answer yet: \(error.message)", metadata: ["advice": "\(refusal.advice)"])
      return
    }
    guard problems.isEmpty else { throw Self.failure(of: problems) }
    try await connections?.check()
    admission.open()
  }

  private static func failure(of problems: [Readiness.Problem]) -> CommandFailure {
    var lines = ["the database of DATABASE_URL is not as it must be:"]
    for check in Readiness.Check.allCases {
      let found = problems.filter { $0.check == check }
      if found.isEmpty { continue }
      lines += found.map { "  - \($0.message)" } + ["    → \(check.advice)"]
    }
    let isOfRole = problems.contains { $0.check == .role || $0.check == .ownership }
    return CommandFailure(lines.joined(separator: "\n"), status: isOfRole ? .wrongRole : .unfitEnvironment)
  }
}
