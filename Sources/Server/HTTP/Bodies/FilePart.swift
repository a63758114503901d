import Glibc
import NIOCore

/// A file as NIO has it, which is closed with its last reference.
final class OpenFile: Sendable {
  let handle: NIOFileHandle

  /// - Parameter descriptor: stays open, and may be closed before this is.
  /// - Returns: nil where the process has as many open files as it may have.
  init?(duplicating descriptor: Int32) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { return nil }
    handle = NIOFileHandle(_deprecatedTakingOwnershipOfDescriptor: own)
  }

  deinit { try? handle.close() }
}

/// Bytes of a file that lie one after the other.
struct FilePart: Sendable {
  let file: OpenFile
  let range: Range<Int>

  var region: FileRegion {
    FileRegion(fileHandle: file.handle, readerIndex: range.lowerBound, endIndex: range.upperBound)
  }
}
