internal import CLibpq

/// The one owner of a `PGcancel`, which may be used on another thread than its connection.
///
/// libpq sends a cancel request in clear text, whatever `sslmode` says: only that of PostgreSQL 17 has functions that
/// encrypt it. All that someone on the way can read is the number of the process and the key to cancel it by, which are
/// good for nothing else and end with the connection. So an encrypted connection is closed once it was cancelled, and
/// no one can use the key again; PostgreSQL takes the request on its TLS port and from `hostssl` alone as well.
///
/// Sendable, since libpq says of `PQcancel` that it may be called on another thread, and the handle cannot be
/// copied: it has one holder.
struct CancelHandle: ~Copyable, @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Nil if the connection is gone.
  init?(_ connection: borrowing ConnectionHandle) {
    guard let pointer = PQgetCancel(connection.pointer) else { return nil }
    self.pointer = pointer
  }

  /// Asks PostgreSQL to cancel what the connection is running. Opens a connection of its own and blocks until
  /// PostgreSQL has sent the signal.
  func send() {
    var message = [CChar](repeating: 0, count: 256)
    _ = PQcancel(pointer, &message, Int32(message.count))
  }

  deinit { PQfreeCancel(pointer) }
}
