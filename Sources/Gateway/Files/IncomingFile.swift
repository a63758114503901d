import Files
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of an upload that have come, in a file. One request writes to it at a time, also where several processes
/// share the folder: a newer request takes the older one's file away, which notices that at its next write.
package final class IncomingFile: Sendable {
  package enum Failure: Error, Hashable {
    /// A newer request writes, or the upload has ended.
    case displaced
    /// The disk is full, or does not work.
    case disk(errno: Int32)
  }

  package let path: String
  private let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  // MARK: Opening

  /// The number of bytes that have come; zero where there is no file.
  package static func size(at path: String) async -> Int {
    await DiskThreads.run {
      var status = stat()
      return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
  }

  /// Removes the file. A request that still writes to it ends.
  package static func remove(at path: String) async { _ = await DiskThreads.run { unlink(path) } }

  /// The file, to write on after what is there.
  /// - Parameter isAnew: whether what is there is dropped.
  package static func open(at path: String, isAnew: Bool) async throws(Failure) -> IncomingFile {
    try await DiskThreads.run { () throws(Failure) in try isAnew ? create(at: path, copying: nil) : reopen(at: path) }
  }

  private static func reopen(at path: String) throws(Failure) -> IncomingFile {
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .disk(errno: errno) }
      return try create(at: path, copying: nil)
    }
    let file = IncomingFile(path: path, descriptor: descriptor)
    // Another process writes to it, or has put another file in its place.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, file.isInPlace else { return try create(at: path, copying: file) }
    return file
  }

  /// A file of its own in the place of the one that is there.
  private static func create(at path: String, copying other: IncomingFile?) throws(Failure) -> IncomingFile {
    let own = "\(path).\(UInt64.random(in: .min ... .max))"
    let descriptor = Glibc.open(own, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .disk(errno: errno) }
    let file = IncomingFile(path: path, descriptor: descriptor)
    do throws(Failure) {
      if let other { try file.copy(other) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, rename(own, path) == 0 else { throw .disk(errno: errno) }
    } catch {
      unlink(own)
      throw error
    }
    return file
  }

  private func copy(_ other: IncomingFile) throws(Failure) {
    var piece = [UInt8](repeating: 0, count: 256 << 10)
    var position = 0
    while true {
      let count = pread(other.descriptor, &piece, piece.count, off_t(position))
      if count < 0 { throw .disk(errno: errno) }
      if count == 0 { return }
      let failure = piece.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      if let failure { throw failure }
      position += count
    }
  }

  // MARK: Writing

  /// In bytes.
  package var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Whether the file is the one in its place still. One that was taken away has no name.
  private var isInPlace: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Writes bytes to its end: all of them, unless it fails.
  package func append(_ piece: some Collection<UInt8> & Sendable) async throws(Failure) {
    try await DiskThreads.run { [self] () throws(Failure) in
      guard isInPlace else { throw .displaced }
      let failure: Failure?? = piece.withContiguousStorageIfAvailable { write(UnsafeRawBufferPointer($0)) }
      if let failure = failure ?? Array(piece).withUnsafeBytes(write) { throw failure }
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Failure? {
    var position = size
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = pwrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, off_t(position))
      if count < 0 {
        if errno == EINTR { continue }
        return .disk(errno: errno)
      }
      position += count
      rest = rest.dropFirst(count)
    }
    return nil
  }

  /// Drops what is after so many bytes.
  package func truncate(to count: Int) async {
    _ = await DiskThreads.run { [self] in ftruncate(descriptor, off_t(count)) }
  }

  /// Another name for the file, which stays when a newer request takes its place.
  /// - Returns: the path.
  package func link() async throws(Failure) -> String {
    try await DiskThreads.run { [self] () throws(Failure) in
      let own = "\(path).\(UInt64.random(in: .min ... .max))"
      guard Glibc.link("/proc/self/fd/\(descriptor)", own) == 0 || linkat(AT_FDCWD, path, AT_FDCWD, own, 0) == 0 else {
        throw .disk(errno: errno)
      }
      return own
    }
  }
}
