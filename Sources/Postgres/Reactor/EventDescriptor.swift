internal import CLibpq
import Glibc

/// The owner of an eventfd: a descriptor that becomes readable once `signal()` was called.
final class EventDescriptor: Sendable {
  let descriptor: Int32

  /// Nil if the process has no descriptor left.
  init?() {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
    if descriptor < 0 { return nil }
  }

  func signal() { _ = eventfd_write(descriptor, 1) }

  /// Makes the descriptor unreadable again.
  func clear() {
    var count: eventfd_t = 0
    _ = eventfd_read(descriptor, &count)
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
  }
}
