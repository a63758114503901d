internal import CLibpq

/// The one owner of a `PGconn`.
///
/// `@unchecked` because a `PGconn` may move between threads as long as one at a time uses it (libpq,
/// "Behavior in Threaded Programs"), which `Connection` sees to.
struct ConnectionHandle: ~Copyable, @unchecked Sendable {
  let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  var socket: Int32 { PQsocket(pointer) }
  /// How many bytes have come that libpq has not read.
  var unreadBytes: Int { Int(hatched_unread_bytes(socket)) }
  var isBad: Bool { PQstatus(pointer) == CONNECTION_BAD }
  var transactionStatus: TransactionStatus { TransactionStatus(rawValue: PQtransactionStatus(pointer).rawValue) }

  /// May name the user, the host and, in rare cases, more: redact it before it goes anywhere.
  var errorMessage: String { PQerrorMessage(pointer).map { String(cString: $0) } ?? "" }

  deinit { PQfinish(pointer) }
}

/// The transaction status of a connection. An open set, as libpq may add to it.
struct TransactionStatus: RawRepresentable, Equatable {
  var rawValue: UInt32

  static let idle = TransactionStatus(rawValue: PQTRANS_IDLE.rawValue)
  static let inTransaction = TransactionStatus(rawValue: PQTRANS_INTRANS.rawValue)
  static let inFailedTransaction = TransactionStatus(rawValue: PQTRANS_INERROR.rawValue)
}
