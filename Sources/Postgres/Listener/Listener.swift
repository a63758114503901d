package import SQL

/// Hears the notifications of one channel, on a connection of its own. A connection that is lost, or does not answer, is replaced:
/// what is sent meanwhile is not heard.
package struct Listener: Sendable {
  package enum Event: Sendable {
    /// The listener hears what is sent from now on.
    case began
    /// The payloads of notifications, in the order of their commits.
    case heard([String])
    /// The connection could not be made, or was lost.
    case lost(StatementError)
  }

  /// How long the connection may be silent before PostgreSQL is asked whether it is there.
  static let silence = Duration.seconds(10)
  private static let answerTime = Duration.seconds(5)

  private let configuration: ConnectionConfiguration
  private let statement: Statement
  private let silence: Duration

  /// - Parameters:
  ///   - address: past poolers that share a connection among clients, such as PgBouncer in transaction mode: those drop LISTEN.
  ///   - channel: lower-case letters and underscores.
  package init(address: DatabaseAddress, channel: StaticString, silence: Duration = Self.silence) {
    var configuration = ConnectionConfiguration(address: address)
    configuration.applicationName = "hatched-listener"
    self.configuration = configuration
    self.silence = silence
    statement = Statement(text: "LISTEN \(channel)", binds: [])
  }

  /// Listens until the task is cancelled.
  package func run(_ tell: @Sendable (Event) -> Void) async {
    var backoff = Backoff()
    while !Task.isCancelled {
      do throws(StatementError) {
        let reactor = try Reactor()
        let connection = try await Connection.connect(configuration, reactor: reactor)
        _ = try await connection.snapshot([statement])
        backoff.succeeded()
        tell(.began)
        while true { try await hear(connection, tell) }
      } catch {
        if Task.isCancelled { return }
        tell(.lost(error))
      }
      backoff.failed(.now)
      if let pause = backoff.until(.now) { try? await Task.sleep(until: pause, clock: .continuous) }
    }
  }

  private func hear(_ connection: Connection, _ tell: @Sendable (Event) -> Void) async throws(StatementError) {
    let payloads = try await connection.notifications(until: .now + silence)
    if payloads.isEmpty {
      // A network that drops everything would look like silence.
      _ = try await connection.snapshot([Statement(text: "SELECT 1", binds: [])], deadline: .now + Self.answerTime)
    } else {
      tell(.heard(payloads))
    }
  }
}
