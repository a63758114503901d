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
      return exists && !isFolder.boolValue && !name.hasPrefix(".") && !name.hasSuffix(".png")
    }
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, try String(contentsOf: folder.appending(path: name), encoding: .utf8))
      })
  }

  /// The text of a file, by its path.
  static func text(of path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }

  /// The texts of the Swift files of a folder and the folders in it; none if there is no folder.
  static func swiftFiles(under folder: String) throws -> [String] {
    let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    var texts: [String] = []
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "swift" { texts.append(try String(contentsOf: file, encoding: .utf8)) }
    }
    return texts
  }

  /// Writes a file that a test records.
  static func write(_ text: String, to path: String) throws {
    try text.write(to: root.appending(path: path), atomically: true, encoding: .utf8)
  }
}
