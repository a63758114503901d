import Domain
import Foundation
import Gateway
import NIOCore
import NIOHTTP1
import SQL
import SessionTokens
import Synchronization

@testable import Files
@testable import Server

/// Uploads without a database: what it would know is kept here.
final class UploadsOfTests: UploadRecords, UploadIntake {
  struct Unreachable: Error {}

  struct Row {
    var name = "plan.txt"
    var bytes: Int
    var sha256: [UInt8]?
    var file: UploadedFile?
    var received = 0
    var refusal: FileRefusal.Reason?
    var isGone = false
  }

  struct State {
    var rows: [UploadAddress: Row] = [:]
    /// The next results of the examination, each for one; all else is accepted.
    var refusals: [FileRefusal] = []
    var isUnreachable = false
    /// The examination waits until this is false.
    var isHeld = false
    /// Whether `store` finds that the upload has ended.
    var isGoneAtStore = false
    var accepted = 0
  }

  let state = Mutex(State())
  let folder: FilesFolder
  let store: FolderStore

  init() throws {
    folder = FilesFolder(NSTemporaryDirectory() + "hatched-files-\(UInt64.random(in: .min ... .max))")
    try folder.prepare()
    store = FolderStore(folder)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.path) }

  /// An upload that waits for so many bytes.
  func add(bytes: Int, sha256: [UInt8]? = nil) -> UploadAddress {
    let address = UploadAddress(accountID: UUIDValue(high: 1, low: 1), uploadID: UUIDValue.random())
    state.withLock { $0.rows[address] = Row(bytes: bytes, sha256: sha256) }
    return address
  }

  func row(_ address: UploadAddress) -> Row? { state.withLock { $0.rows[address] } }

  /// The names of the files in `incoming/` and `decoded/`.
  var leftovers: [String] {
    [folder.incoming, folder.decoded].flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
  }

  // MARK: Records

  func upload(_ address: UploadAddress) async throws -> KnownUpload? {
    try state.withLock { state in
      if state.isUnreachable { throw Unreachable() }
      guard let row = state.rows[address], !row.isGone, row.refusal == nil else { return nil }
      return KnownUpload(name: row.name, bytes: row.bytes, sha256: row.sha256, state: row.file.map { .stored($0) } ?? .waiting)
    }
  }

  func noteReceived(_ count: Int, _ address: UploadAddress) async throws {
    state.withLock { $0.rows[address]?.received = count }
  }

  func refuse(_ reason: FileRefusal.Reason, _ address: UploadAddress) async throws {
    try state.withLock { state in
      if state.isUnreachable { throw Unreachable() }
      state.rows[address]?.refusal = reason
    }
  }

  func claim(_ address: UploadAddress) async throws -> Bool {
    try state.withLock { state in
      if state.isUnreachable { throw Unreachable() }
      return true
    }
  }

  func store(_ file: UploadedFile, storedBytes: Int, under id: UUIDValue, _ address: UploadAddress) async throws -> Bool {
    try state.withLock { state in
      if state.isUnreachable { throw Unreachable() }
      if state.isGoneAtStore { return false }
      state.rows[address]?.file = file
      return true
    }
  }

  func withdraw(_ address: UploadAddress) async throws { state.withLock { $0.rows[address] = nil } }

  // MARK: Content

  func accept(_ path: String, name: String, owner: UUIDValue, sha256: [UInt8]?) async throws(FileRefusal) -> AcceptedFile {
    while state.withLock({ $0.isHeld }) { try? await Task.sleep(for: .milliseconds(1)) }
    let refusal = state.withLock { $0.refusals.isEmpty ? nil : $0.refusals.removeFirst() }
    if let refusal { throw refusal }
    state.withLock { $0.accepted += 1 }
    let copy = folder.temporary() + ".original"
    do { try FileManager.default.copyItem(atPath: path, toPath: copy) } catch { throw .storage("\(error)") }
    let bytes = FileManager.default.contents(atPath: copy).map { Array($0) } ?? []
    return AcceptedFile(
      name: name, type: .text, bytes: bytes.count, sha256: SHA256.hash(bytes).bytes, width: nil, height: nil, files: [.original: copy],
      storedBytes: bytes.count)
  }
}

/// Answers the paths of files, with the id of an upload as its address.
struct UploadServerOfTests: HTTPResponder {
  let paths: FilePaths

  init(_ uploads: UploadsOfTests) {
    let service = UploadService(
      records: uploads, intake: uploads, store: uploads.store, folder: uploads.folder, logger: .ofTests)
    paths = FilePaths(
      uploads: UploadResponder(service: service) { path in
        UUIDValue(String(path.dropFirst(UploadResponder.prefix.count))).map { UploadAddress(accountID: UUIDValue(high: 1, low: 1), uploadID: $0) }
      },
      files: FileResponder(finder: NoFiles(), store: uploads.store, logger: .ofTests))
  }

  private struct NoFiles: FileFinder {
    func file(_ path: String) async throws -> ServedFile? { nil }
  }

  func streamsBody(of request: HTTPRequestHead) -> Bool { paths.streamsBody(of: request) }
  func answer(to request: ReceivedRequest) async -> Answer { await paths.answer(to: request) }

  func answer(to fault: RequestFault) -> Answer {
    Answer(status: .badRequest, headers: [:], body: .init(string: "\(fault)"))
  }
}
