import Foundation

enum StandardOutput {
  /// Writes at once, also where the output is a file or a pipe.
  static func write(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }
}
