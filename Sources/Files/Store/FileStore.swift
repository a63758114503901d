package import SQL

/// The place where files are kept, under their ids. Clients never see it.
///
/// A variant is written once and never changes. A crash leaves it whole or not at all: one that is listed is whole.
package protocol FileStore: Sendable {
  /// Stores variants of a file, so that they outlast a crash. A variant that is there is replaced.
  /// - Parameter files: the paths of files, which the store may move away.
  func put(_ id: UUIDValue, _ files: [FileVariant: String]) async throws(FileStoreFailure)

  /// Opens a variant for reading. It stays readable when the file is deleted meanwhile.
  /// - Throws: `missing` where there is none.
  func open(_ id: UUIDValue, _ variant: FileVariant) async throws(FileStoreFailure) -> OpenedFile

  /// Deletes all variants of files; those that are not there count as deleted.
  func delete(_ ids: [UUIDValue]) async throws(FileStoreFailure)

  /// All that is stored in one of the 256 folders, in no order.
  func list(_ folder: UInt8) async throws(FileStoreFailure) -> [StoredObject]

  /// The uploads to the store that have begun and not ended, in no order.
  func unfinished() async throws(FileStoreFailure) -> [UnfinishedUpload]

  /// Deletes an object that `list` gave, also where its name is none of this program's.
  func remove(_ object: StoredObject) async throws(FileStoreFailure)

  /// Ends an upload that `unfinished` gave, and frees what it holds.
  func abort(_ upload: UnfinishedUpload) async throws(FileStoreFailure)

  /// Whether the store can be written to and read.
  func check() async throws(FileStoreFailure)

  /// For operators, such as `folder /var/lib/hatched` or `s3 https://s3.example.org/files`.
  var label: String { get }
}

extension FileStore {
  package func put(_ id: UUIDValue, _ variant: FileVariant, from path: String) async throws(FileStoreFailure) {
    try await put(id, [variant: path])
  }

  /// Stores an accepted file. Its temporary files are gone afterwards.
  package func put(_ id: UUIDValue, _ file: AcceptedFile) async throws(FileStoreFailure) {
    defer { file.discard() }
    try await put(id, file.files)
  }

  package func delete(_ id: UUIDValue) async throws(FileStoreFailure) { try await delete([id]) }
}

/// An object in a store.
package struct StoredObject: Hashable, Sendable {
  /// Its key, or its path in the folder.
  package let key: String
  package let size: Int
  /// In seconds since 1970.
  package let modified: Double

  package init(key: String, size: Int, modified: Double) {
    self.key = key
    self.size = size
    self.modified = modified
  }

  /// Nil for an object that this program has not written.
  package var name: StoredName? { StoredName(key) }
}

/// An upload to a store that has not ended: parts of an object in S3, a temporary file in a folder.
package struct UnfinishedUpload: Hashable, Sendable {
  package let key: String
  package let id: String
  /// In seconds since 1970.
  package let began: Double
}
