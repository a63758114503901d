package import SQL

/// Compares what a store has with what the database knows: `hatched files --check`.
package struct StoreCheck: Sendable {
  package enum Finding: Hashable, Sendable {
    /// The database knows it, and the store does not have it.
    case missing(StoredName)
    /// It is there with another size than the database says: an original, or all variants together.
    case wrongSize(UUIDValue, size: Int, expected: Int)
    /// The store has it, and the database does not know it.
    case orphaned(StoredObject)
    /// Bytes of an upload that nobody goes on with.
    case staleUpload(StaleFile)
    /// An upload to the store that was begun and not ended.
    case unfinished(UnfinishedUpload)
  }

  /// The age from which an orphan, or an upload that nobody writes to, is of no use any more, in seconds: younger ones may be those of a
  /// file whose transaction is about to commit.
  package static let age = 86_400.0

  private let store: any FileStore
  private let folder: FilesFolder
  private let now: Double

  /// - Parameter now: in seconds since 1970.
  package init(store: any FileStore, folder: FilesFolder, now: Double) {
    self.store = store
    self.folder = folder
    self.now = now
  }

  /// The findings of one of the 256 folders.
  /// - Parameter read: reads the files that the database knows in the folder, those whose ids end with the byte, and those that a worker is
  ///   about to delete. It is called after the store was read, so that a file that is stored meanwhile is no orphan.
  package func findings(
    in number: UInt8, _ read: (UInt8) async throws -> (known: [KnownFile], ending: Set<UUIDValue>)
  ) async throws -> [Finding] {
    let objects = try await store.list(number)
    let (files, ending) = try await read(number)
    let byID = Dictionary(files.map { ($0.id, $0) }) { first, _ in first }
    var sizes: [UUIDValue: [FileVariant: Int]] = [:]
    var findings: [Finding] = []
    for object in objects {
      if let name = object.name, let file = byID[name.id], FileVariant.all(of: file.kind).contains(name.variant) {
        sizes[name.id, default: [:]][name.variant] = object.size
      } else if object.name.map({ ending.contains($0.id) }) != true {
        findings.append(.orphaned(object))
      }
    }
    for file in files {
      let found = sizes[file.id] ?? [:]
      let missing = FileVariant.all(of: file.kind).filter { found[$0] == nil }
      // It may have been stored between the two readings.
      for variant in missing where try await isMissing(file.id, variant) { findings.append(.missing(StoredName(file.id, variant))) }
      guard missing.isEmpty else { continue }
      let stored = found.values.reduce(0, +)
      if let size = found[.original], size != file.bytes {
        findings.append(.wrongSize(file.id, size: size, expected: file.bytes))
      } else if stored != file.storedBytes {
        findings.append(.wrongSize(file.id, size: stored, expected: file.storedBytes))
      }
    }
    return findings
  }

  /// The uploads that nobody goes on with.
  package func staleUploads() async throws(FileStoreFailure) -> [Finding] {
    let (folder, now) = (folder, now)
    let stale = try await DiskThreads.run { () throws(FileStoreFailure) in try folder.stale(olderThan: Self.age, now: now) }
    let unfinished = try await store.unfinished().filter { $0.began < now - Self.age }
    return stale.map(Finding.staleUpload) + unfinished.map(Finding.unfinished)
  }

  /// Repairs a finding, if it can be repaired without bytes that are lost: deletes what is of no use and older than a day.
  /// - Returns: whether it did.
  package func repair(_ finding: Finding) async throws(FileStoreFailure) -> Bool {
    switch finding {
    case .missing, .wrongSize: return false
    case .orphaned(let object):
      guard object.modified < now - Self.age else { return false }
      try await store.remove(object)
    case .staleUpload(let file): try await DiskThreads.run { () throws(FileStoreFailure) in file.remove() }
    case .unfinished(let upload): try await store.abort(upload)
    }
    return true
  }

  private func isMissing(_ id: UUIDValue, _ variant: FileVariant) async throws(FileStoreFailure) -> Bool {
    do throws(FileStoreFailure) {
      _ = try await store.open(id, variant)
      return false
    } catch {
      if error.reason == .missing { return true }
      throw error
    }
  }
}

extension StoreCheck.Finding: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let name): "missing \(name)"
    case .wrongSize(let id, let size, let expected): "wrong size \(id): \(size) bytes, and \(expected) are expected"
    case .orphaned(let object): "orphaned \(object.key): \(object.size) bytes"
    case .staleUpload(let file): "stale upload \(file.path): \(file.size) bytes"
    case .unfinished(let upload): "unfinished \(upload.key), upload \(upload.id)"
    }
  }
}
