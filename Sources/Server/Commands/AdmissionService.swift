import Gateway
import Logging
import ServiceLifecycle

/// Lets requests in once the database has shown to be as it must be, and stops the server when it is not.
struct AdmissionService: Service {
  let readiness: Readiness
  let admission: Admission
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

  /// - Throws: `CommandFailure` when the database answers and is not as it must be. One that does not answer
  ///   yet may come.
  func attempt() async throws {
    let problems: [String]
    do {
      problems = try await readiness.check()
    } catch {
      logger.warning("the database does not answer yet: \(error.message)")
      return
    }
    guard problems.isEmpty else {
      throw CommandFailure(
        "the database is not as it must be:\n" + problems.map { "  - \($0)" }.joined(separator: "\n"))
    }
    admission.open()
  }
}
