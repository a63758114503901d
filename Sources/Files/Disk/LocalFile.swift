#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of this machine's disk that is open until nobody has it any more.
package final class LocalFile: Sendable {
  package let descriptor: Int32
  /// When it was opened.
  package let size: Int

  init(descriptor: Int32, size: Int) {
    self.descriptor = descriptor
    self.size = size
  }

  deinit { _ = close(descriptor) }
}
