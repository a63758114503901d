import Foundation
package import SQL

/// Files in a folder of this machine's disk: `files/ef/<id>.<variant>`.
package struct FolderStore: FileStore {
  private let folder: FilesFolder

  /// - Parameter folder: prepared.
  package init(_ folder: FilesFolder) { self.folder = folder }

  package var label: String { "folder \(folder.path)" }

  package func put(_ id: UUIDValue, _ files: [FileVariant: String]) async throws(FileStoreFailure) {
    try await run { (folder) throws(DiskError) in
      let names = files.map { (path: $0.value, target: "\(folder.files)/\(StoredName(id, $0.key))") }
      let parent = "\(folder.files)/\(StoredName.text(of: StoredName(id, .original).folder))"
      if (try? Disk.size(of: parent)) == nil {
        try Disk.makeFolder(parent)
        try Disk.flush(folder.files)
      }
      // First the bytes, then the names: a name without all of its bytes is never seen.
      for name in names { try Disk.flush(name.path) }
      for name in names { try Disk.rename(name.path, to: name.target) }
      try Disk.flush(parent)
    }
  }

  package func open(_ id: UUIDValue, _ variant: FileVariant) async throws(FileStoreFailure) -> OpenedFile {
    .local(try await run { (folder) throws(DiskError) in try Disk.open("\(folder.files)/\(StoredName(id, variant))") })
  }

  package func delete(_ ids: [UUIDValue]) async throws(FileStoreFailure) {
    try await run { (folder) throws(DiskError) in
      for id in ids {
        for variant in FileVariant.allCases { try Disk.delete("\(folder.files)/\(StoredName(id, variant))") }
      }
      // A crash of the machine must not bring a file back whose tombstone is gone.
      for parent in Set(ids.map { StoredName($0, .original).folder }) {
        let path = "\(folder.files)/\(StoredName.text(of: parent))"
        if (try? Disk.size(of: path)) != nil { try Disk.flush(path) }
      }
    }
  }

  package func list(_ number: UInt8) async throws(FileStoreFailure) -> [StoredObject] {
    try await run { (folder) throws(DiskError) in
      let parent = StoredName.text(of: number)
      return try Disk.names(in: "\(folder.files)/\(parent)").compactMap { name in
        // A file may be gone meanwhile.
        guard let status = try? Disk.size(of: "\(folder.files)/\(parent)/\(name)") else { return nil }
        return StoredObject(key: "\(parent)/\(name)", size: status.size, modified: status.modified)
      }
    }
  }

  /// None: files are written elsewhere, and moved. `FilesFolder.stale` has those.
  package func unfinished() async throws(FileStoreFailure) -> [UnfinishedUpload] { [] }

  package func remove(_ object: StoredObject) async throws(FileStoreFailure) {
    try await run { (folder) throws(DiskError) in try Disk.delete("\(folder.files)/\(object.key)") }
  }

  package func abort(_ upload: UnfinishedUpload) async throws(FileStoreFailure) {}

  package func check() async throws(FileStoreFailure) {
    let folder = folder
    try await DiskThreads.run { () throws(FileStoreFailure) in try folder.prepare() }
  }

  private func run<Value: Sendable>(
    _ work: @escaping @Sendable (FilesFolder) throws(DiskError) -> Value
  ) async throws(FileStoreFailure) -> Value {
    let folder = folder
    return try await DiskThreads.run { () throws(FileStoreFailure) in
      do throws(DiskError) { return try work(folder) } catch { throw error.failure }
    }
  }
}
