import Embedded
import Foundation
import SessionTokens

/// The files of GraphiQL and React, which are no part of this program: a folder has them, and the program knows their hashes.
struct ExplorerVendor: Sendable {
  /// By name; nil where the folder does not have them.
  let files: [String: [UInt8]]?
  let folder: String

  /// The hash of each file, as `sha256sum` writes it: `c564…  graphiql.min.js`.
  static let hashes: [(name: String, hash: String)] = {
    let text = EmbeddedFile.explorer.first { $0.name == "vendor.sha256" }?.text ?? ""
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.count == 2 ? (String(words[1]), String(words[0])) : nil
    }
  }()

  /// - Throws: `CommandFailure` for a file with other bytes: a page of this server must not run them.
  init(folder: String) throws {
    self.folder = folder
    var files: [String: [UInt8]] = [:]
    for (name, hash) in Self.hashes {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
        self.files = nil
        return
      }
      let bytes = Array(data)
      guard SHA256.hash(bytes).hexadecimal == hash else {
        throw CommandFailure("\(folder)/\(name) is not the file that the explorer needs: remove the folder, and run scripts/explorer-files")
      }
      files[name] = bytes
    }
    self.files = files
  }
}
