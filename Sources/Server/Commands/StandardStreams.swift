import CStreams
import Foundation

/// The standard streams of a command.
enum StandardStreams {
  /// Writes what was printed and is still in memory.
  /// - Throws: `CommandFailure` when some of it could not be written, as on a full disk.
  static func flush() throws {
    let result = fflush(nil)
    let reason = errno
    guard result != 0 || hatched_output_failed() != 0 else { return }
    // A reader that has left, such as `head`, misses nothing.
    guard reason != EPIPE else { return }
    throw CommandFailure(
      "the output cannot be written\(result != 0 ? ": \(String(cString: strerror(reason)))" : "")",
      advice: "See that there is room where it goes (df -h), and run the command again.", status: .cannotWrite)
  }

  static func writeError(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
