internal import CLibpq

extension ConnectionHandle {
  var isEncrypted: Bool { PQsslInUse(pointer) == 1 }

  /// Whether libpq has not taken yet all that TLS has decrypted. `PQconsumeInput` then takes more; nothing else would
  /// ever make it, since the bytes are no longer in the socket that the reactor watches.
  ///
  /// TLS decrypts a record at a time, of up to 16 KiB, and `PQconsumeInput` may have room for 8 KiB only. PostgreSQL
  /// sends no larger ones before version 17, but later versions and proxies do. libpq 15.20 takes the rest of a record
  /// by itself; earlier releases leave it, which had a request in sixty of such answers wait for its deadline.
  var hasDecryptedInput: Bool {
    guard let connection = PQsslStruct(pointer, "OpenSSL") else { return false }
    return SSL_pending(OpaquePointer(connection)) > 0
  }
}
