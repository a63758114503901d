internal import CLibpq
package import SQL

extension Connection {
  /// Waits for notifications of the channels that the connection listens to (PostgreSQL documentation, LISTEN).
  /// - Returns: their payloads, in the order of the commits that sent them; empty once the deadline has passed.
  /// - Throws: `.connection`; `.cancelled` when the task is cancelled.
  package func notifications(until deadline: ContinuousClock.Instant) async throws(StatementError) -> [String] {
    try beginUseOutsideTransaction()
    defer { endUse() }
    while true {
      // The answer to a statement brings some along.
      let payloads = heardNotifications()
      if !payloads.isEmpty { return payloads }
      let outcome = await watch.wait(for: .readable, until: deadline)
      if case .timedOut = outcome { return [] }
      try outcome.check()
      repeat {
        if PQconsumeInput(handle.pointer) == 0 { throw lost() }
      } while handle.hasDecryptedInput
      if handle.isBad { throw lost() }
    }
  }

  /// Takes the notifications that libpq has read.
  private func heardNotifications() -> [String] {
    var payloads: [String] = []
    while let notification = PQnotifies(handle.pointer) {
      payloads.append(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    return payloads
  }
}
