import Foundation

/// The files that these tests were built from.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The texts of a folder's files by name. Folders in it count for nothing.
  static func files(in folder: String) throws -> [String: String] {
    let folder = root.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: folder.appending(path: name).path, isDirectory: &isFolder)
      return exists && !isFolder.boolValue && !name.hasPrefix(".")
    }
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, try String(contentsOf: folder.appending(path: name), encoding: .utf8))
      })
  }

  /// Writes a file that a test records.
  static func write(_ text: String, to path: String) throws {
    try text.write(to: root.appending(path: path), atomically: true, encoding: .utf8)
  }
}
