internal import CLibpq
import Glibc

extension Connection {
  /// Whether an idle connection is still there, at the price of one system call: PostgreSQL says nothing to
  /// an idle connection except that it ends it, and that a setting changed.
  package func isAlive() -> Bool {
    guard claim() else { return false }
    defer { endUse() }
    // A few times at most: what is read here is a handful of messages.
    for _ in 0..<8 {
      if ownCondition != .idle { return false }
      var byte: UInt8 = 0
      let count = recv(handle.socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
      if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR }
      if count == 0 || PQconsumeInput(handle.pointer) == 0 {
        isLost = true
        return false
      }
      // Makes libpq take in what was read.
      _ = PQisBusy(handle.pointer)
    }
    isLost = true
    return false
  }
}
