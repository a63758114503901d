import Foundation

/// The text files of `/proc` — proc(5). They have no size, and not every user may read all of them.
enum ProcessFiles {
  /// Nil where the file is not there, or is not this user's to read.
  static func text(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The names in a folder; empty where it may not be read.
  static func names(_ path: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  /// The target of a symbolic link.
  static func target(_ path: String) -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: path) }
}
