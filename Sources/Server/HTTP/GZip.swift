import Memory
import NIOCore
import Synchronization

/// Compresses answers — RFC 1952.
///
/// A compressor holds 270 kB that cost more to set up than 4 kB of JSON to compress (60 µs to 45), so some are kept.
final class GZip: Sendable {
  /// The smallest answer that is compressed, in bytes. Smaller ones fit into one or two packets anyway, and
  /// even 256 bytes cost 20 µs; from here on two thirds are saved for 40 µs.
  static let threshold = 2048
  /// How much is compressed before others have their turn: about half a millisecond. Larger answers leave
  /// the event loop alone, which would not look at its sockets between two slices.
  private static let sliceSize = 64 << 10
  private static let maximumIdle = 8

  private let idle = Mutex<[Deflater]>([])

  /// - Parameters:
  ///   - level: `smallest` for bytes that are compressed once and sent often.
  ///   - memory: holds what the compressed bytes take; nil to count nothing.
  /// - Returns: nil when there is no memory for it.
  func compress(_ bytes: [UInt8], level: Deflater.Level = .fastest, memory: MemoryReservation? = nil) async -> ByteBuffer? {
    if bytes.count <= Self.sliceSize { return await compressSlices(of: bytes, level, memory) }
    return await withTaskExecutorPreference(globalConcurrentExecutor) { await compressSlices(of: bytes, level, memory) }
  }

  private func compressSlices(of bytes: [UInt8], _ level: Deflater.Level, _ memory: MemoryReservation?) async -> ByteBuffer? {
    let kept = level == .fastest ? idle.withLock { $0.popLast() } : nil
    guard let deflater = kept ?? Deflater(level: level) else { return nil }
    var output = ByteBuffer()
    output.reserveCapacity(bytes.count / 4)
    var start = 0
    while start < bytes.count {
      if start > 0 { await Task.yield() }
      let end = min(start + Self.sliceSize, bytes.count)
      guard deflater.append(bytes[start..<end], isLast: end == bytes.count, to: &output) else { return nil }
      start = end
      if start < bytes.count, memory?.hold(output.storageCapacity, for: .compressed) == false { return nil }
    }
    guard level == .fastest, deflater.reset() else { return output }
    idle.withLock { if $0.count < Self.maximumIdle { $0.append(deflater) } }
    return output
  }
}
