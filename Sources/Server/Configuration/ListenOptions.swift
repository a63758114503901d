import ArgumentParser
import Gateway
import Postgres

/// How servers on one database tell each other of changes.
struct ListenOptions: ParsableArguments {
  @Option(
    name: .customLong("listen-database-url"),
    help: """
      Where the database is for LISTEN, past any pooler: servers that have it tell each other of changes at once. Without it a \
      server finds the changes of others within 250 ms, by asking. (LISTEN_DATABASE_URL)
      """)
  var url: String?

  /// - Returns: nil where none is given.
  func address() throws -> DatabaseAddress? {
    try AddressOption.address(url, "--listen-database-url", or: .listenDatabaseURL)
  }

  /// - Returns: nil without an address.
  func listener() throws -> Listener? { try address().map { Listener(address: $0, channel: ChangeHints.channel) } }
}
