import Gateway
import Postgres

extension ServerOptions {
  /// The connections of requests to the database, with the limits on their load and their answers.
  func poolConfiguration() throws -> PoolConfiguration {
    var configuration = try database.poolConfiguration()
    configuration.connection.maximumAnswerBytes = limits.answerBytes
    load.bound(&configuration)
    return configuration
  }

  /// The limits on the connections of clients.
  func connectionLimits() throws -> RequestHandler.Limits {
    var result = connections.limits(bodySize: limits.maxBodySize)
    result.connections = maxConnections
    result.streamDrain = streams.drain
    // All connections are the proxy's.
    result.clientAddressHeader = try http.clientAddressHeaderName()
    if result.clientAddressHeader != nil { result.connectionsPerNetwork = maxConnections }
    return result
  }

  /// The settings of background work.
  var jobs: JobOptions {
    JobOptions(
      changeDays: changes.keepChanges, changedObjects: changes.keepChangedObjects,
      unconfirmedAccountDays: signIn.keepUnconfirmedAccounts, pickupDays: changes.keepPickups,
      messageDays: mail.keepMessages)
  }
}
