import Domain
import Files
import Foundation
import GraphQL
import Logging
import Postgres
import SQL
import SampleData
import SessionTokens
import TestSupport
import Testing

@testable import Gateway

/// A gateway with a folder for files, and what clients do with it.
struct FileGround {
  let talk: Conversation
  let service: UploadService
  let rights: FileRights
  let store: FolderStore
  let folder: FilesFolder
  let uploads: UploadAddress.Signer
  let files: FileAddress.Signer

  static func with(_ database: Task<SchoolDatabase, any Error>, _ body: (FileGround) async throws -> Void) async throws {
    let folder = FilesFolder(NSTemporaryDirectory() + "hatched-files-\(UInt64.random(in: .min ... .max))")
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try folder.prepare()
    try await Conversation.with(database) { talk in
      let store = FolderStore(folder)
      let keys = try SecretKeys(TestGateway.secrets.map { Array($0.utf8) })
      let service = UploadService(
        records: DatabaseUploads(pool: talk.gateway.pool), intake: FileIntake(folder: folder, pictures: PictureWorkers(program: "/nowhere", count: 1),
          maximumSize: Int(UploadCreation.maximumBytes)),
        store: store, folder: folder,
        logger: Logger(label: "tests"))
      try await body(
        FileGround(
          talk: talk, service: service, rights: FileRights(pool: talk.gateway.pool), store: store, folder: folder,
          uploads: UploadAddress.Signer(keys), files: FileAddress.Signer(keys)))
    }
  }

  // MARK: Uploads

  struct NewUpload {
    let id: String
    let key: UploadAddress
  }

  func newUpload(_ fields: String = #"name: "owl.txt", bytes: 5"#, as viewer: AccountViewer) async throws -> NewUpload {
    let data = try await talk.ask("mutation { createUpload(input: {\(fields)}) { upload { id address } } }", as: viewer)
    let address = try #require(data.at("createUpload", "upload", "address")?.string)
    let claim = try #require(uploads.read(address))
    return NewUpload(
      id: try #require(data.at("createUpload", "upload", "id")?.string), key: UploadAddress(accountID: claim.accountID, uploadID: claim.uploadID))
  }

  /// Sends the bytes of an upload.
  func send(_ text: String, to upload: NewUpload) async -> UploadOutcome {
    await service.take(
      UploadWrite(.anew, isLast: true, length: text.utf8.count), to: upload.key, from: Text(text), begins: {})
  }

  /// A stored file of five letters.
  func newFile(_ fields: String = #"name: "owl.txt", bytes: 5"#, as viewer: AccountViewer) async throws -> String {
    let upload = try await newUpload(fields, as: viewer)
    guard case .stored(let file, isNew: true) = await send("Hoots", to: upload) else {
      Issue.record("the file is not stored")
      return upload.id
    }
    #expect(file.id.description == upload.id)
    return upload.id
  }

  private final class Text: UploadSource {
    private let bytes: Piece
    private let left: Remaining

    /// The number of pieces that are left.
    private actor Remaining {
      private var count = 1
      func take() -> Bool {
        defer { count = 0 }
        return count > 0
      }
    }

    typealias Piece = [UInt8]

    init(_ text: String) {
      bytes = Array(text.utf8)
      left = Remaining()
    }

    func next() async throws(UploadCut) -> Piece? { await left.take() ? bytes : nil }
    func end() {}
  }

  // MARK: Files

  /// Whether an address is good now, as the server decides.
  func isGood(_ path: String?) async throws -> Bool {
    guard let path else { return false }
    let now = try #require(Int64(try await talk.text("SELECT extract(epoch FROM now())::bigint::text")))
    guard let (address, _) = files.read(path, at: now) else { return false }
    // Nothing is remembered from before.
    return try await FileRights(pool: talk.gateway.pool).file(address) != nil
  }

  /// Whether the store has the bytes of a file.
  func isStored(_ id: String) async throws -> Bool {
    let key = try #require(UUIDValue(id))
    return (try? await store.open(key, .original)) != nil
  }

  func upkeep() async throws {
    let pool = try ConnectionPool(PoolConfiguration(address: talk.database.superuser.user("hatched_worker")))
    try await FileUpkeep(pool: pool, store: store, folder: folder).pass()
    await pool.shutdown()
  }
}
