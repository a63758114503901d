package import SQL

/// The folder of a server for files: where uploads arrive and pictures are decoded, and where files are kept unless S3 keeps them.
///
///     incoming/0198a1b2-….upload        the bytes of an upload that has not ended
///     decoded/7f3a….original            files that are not in the store yet
///     files/ef/0198a1b2-….original      the store
package struct FilesFolder: Sendable {
  package let path: String

  /// - Parameter path: of a folder that is there, or whose parent is.
  package init(_ path: String) { self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }

  package var incoming: String { path + "/incoming" }
  package var files: String { path + "/files" }
  var decoded: String { path + "/decoded" }

  /// Where the bytes of an upload arrive.
  package func incoming(_ upload: UUIDValue) -> String { "\(incoming)/\(upload).upload" }

  /// Makes the folders that are missing.
  /// - Throws: where one cannot be made or written to.
  package func prepare() throws(FileStoreFailure) {
    do throws(DiskError) {
      for folder in [path, incoming, files, decoded] { try Disk.makeFolder(folder) }
      try Disk.flush(path)
      try write()
    } catch {
      throw error.failure
    }
  }

  /// Whether the folder can be written to, or made.
  /// - Returns: false where it is to be made.
  package func check() throws(FileStoreFailure) -> Bool {
    do throws(DiskError) {
      guard (try? Disk.size(of: path)) != nil else {
        try Disk.checkWriting(parent)
        return false
      }
      guard (try? Disk.size(of: decoded)) != nil else {
        try Disk.checkWriting(path)
        return true
      }
      try write()
      return true
    } catch {
      throw error.failure
    }
  }

  private var parent: String { path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "." }

  /// Writes a block, and removes it.
  private func write() throws(DiskError) {
    let probe = "\(decoded)/\(UUIDValue.random()).probe"
    defer { Disk.remove(probe) }
    try Disk.writeBlock(to: try Disk.open(probe, Disk.creating))
  }

  /// The bytes that are free on its disk.
  package func freeBytes() throws(FileStoreFailure) -> Int {
    do throws(DiskError) {
      return try Disk.freeBytes(at: (try? Disk.size(of: path)) == nil ? parent : path)
    } catch {
      throw error.failure
    }
  }

  /// The beginning of the paths of temporary files, which no others have.
  package func temporary() -> String { "\(decoded)/\(UUIDValue.random())" }

  /// The bytes that uploads have left in `incoming/`, and temporary files, that nobody has written to for a time.
  /// - Parameter age: in seconds.
  package func stale(olderThan age: Double, now: Double) throws(FileStoreFailure) -> [StaleFile] {
    do throws(DiskError) {
      var stale: [StaleFile] = []
      for folder in [incoming, decoded] {
        for name in try Disk.names(in: folder) {
          // A file may be gone meanwhile.
          guard let status = try? Disk.size(of: "\(folder)/\(name)"), status.modified < now - age else { continue }
          stale.append(StaleFile(path: "\(folder)/\(name)", size: status.size))
        }
      }
      return stale
    } catch {
      throw error.failure
    }
  }
}

/// A file that an upload has left behind.
package struct StaleFile: Hashable, Sendable {
  package let path: String
  package let size: Int

  package func remove() { Disk.remove(path) }
}
