import Foundation

/// The standard output of a command.
enum StandardOutput {
  /// Writes what was printed and is still in memory.
  /// - Throws: `CommandFailure` when some of it could not be written, as on a full disk.
  static func flush() throws {
    let result = fflush(stdout)
    let reason = errno
    // A reader that has left, such as `head`, misses nothing.
    guard result != 0 || ferror(stdout) != 0, reason != EPIPE else { return }
    throw CommandFailure(
      "the output cannot be written\(result != 0 ? ": \(String(cString: strerror(reason)))" : "")",
      advice: "See that there is room where it goes (df -h), and run the command again.", status: .cannotWrite)
  }
}
