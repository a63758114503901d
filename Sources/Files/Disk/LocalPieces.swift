import NIOCore

/// A range of a local file, piece by piece. One reader has it.
final class LocalPieces {
  private let file: LocalFile
  private var range: Range<Int>

  init(_ file: LocalFile, _ range: Range<Int>) {
    self.file = file
    self.range = range
  }

  func next() async throws(FileStoreFailure) -> ByteBuffer? {
    guard !range.isEmpty else { return nil }
    let (file, offset, count) = (file, range.lowerBound, min(range.count, OpenedFile.pieceSize))
    let piece = try await DiskThreads.run { () throws(FileStoreFailure) in
      var buffer = ByteBufferAllocator().buffer(capacity: count)
      do {
        let read = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
          try Disk.read(file, into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), at: offset)
        }
        guard read == count else { throw FileStoreFailure(.missing, "a file is shorter than it was") }
      } catch let error as DiskError {
        throw error.failure
      } catch let failure as FileStoreFailure {
        throw failure
      } catch {
        throw FileStoreFailure(.unavailable, "\(error)")
      }
      return buffer
    }
    range = offset + count..<range.upperBound
    return piece
  }
}
