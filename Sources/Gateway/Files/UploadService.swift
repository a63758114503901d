package import Domain
package import Files
package import Logging
import SQL

/// Takes uploads: their bytes come into a file of their own; once all are there, the file is examined, stored, and
/// noted in the database, in this order. A crash in between leaves files without a row, and the upload waits as before.
package final class UploadService: Sendable {
  private let records: any UploadRecords
  private let intake: any UploadIntake
  private let store: any FileStore
  private let folder: FilesFolder
  private let logger: Logger
  private let turns = UploadTurns()

  package init(
    records: any UploadRecords, intake: any UploadIntake, store: any FileStore, folder: FilesFolder, logger: Logger
  ) {
    self.records = records
    self.intake = intake
    self.store = store
    self.folder = folder
    self.logger = logger
  }

  /// After how many seconds a request may come back that the database or the disk could not serve.
  private static let pause = 5

  // MARK: Requests

  /// The bytes that have come, and all that are to come; the two are the same once the file is stored.
  /// - Returns: nil for an upload that is unknown, or has ended.
  /// - Throws: when the database does not answer.
  package func state(_ address: UploadAddress) async throws -> (received: Int, declared: Int, isStored: Bool)? {
    guard let known = try await records.upload(address) else { return nil }
    if case .stored = known.state { return (known.bytes, known.bytes, true) }
    return (min(await IncomingFile.size(at: folder.incoming(address.uploadID)), known.bytes), known.bytes, false)
  }

  /// Ends an upload, and deletes the bytes that came.
  /// - Returns: false where there is none, or it is stored.
  /// - Throws: when the database does not answer.
  package func withdraw(_ address: UploadAddress) async throws -> Bool {
    let turn = await turns.begin(address.uploadID)
    defer { turns.end(turn) }
    guard try await records.upload(address) != nil else { return false }
    try await records.withdraw(address)
    await IncomingFile.remove(at: folder.incoming(address.uploadID))
    return true
  }

  /// Takes the bytes of a request, and stores the file with the last ones. A request that writes to the same upload
  /// ends.
  /// - Parameter begins: called before the first byte is taken, once it is known that bytes are.
  package func take(
    _ write: UploadWrite, to address: UploadAddress, from source: some UploadSource, begins: () -> Void
  ) async -> UploadOutcome {
    let turn = await turns.begin(address.uploadID)
    turn.onDisplacement { source.end() }
    do {
      guard let known = try await records.upload(address) else {
        turns.end(turn)
        return .unknown
      }
      if let outcome = await answerAtOnce(write, known, source, begins) {
        turns.end(turn)
        return outcome
      }
      let (received, file) = try await receive(write, known, address, source, begins)
      guard let file else {
        turns.end(turn)
        return received
      }
      // The client may go now: who asks again finds the file stored.
      return await Task {
        defer { turns.end(turn) }
        return await self.finish(file, known, address)
      }.value
    } catch {
      turns.end(turn)
      return await failed(error, address)
    }
  }

  /// The answer to a request of which no byte has to be written.
  private func answerAtOnce(
    _ write: UploadWrite, _ known: KnownUpload, _ source: some UploadSource, _ begins: () -> Void
  ) async -> UploadOutcome? {
    if case .stored(let file) = known.state {
      return await repeats(write, known, source, begins) ? .stored(file, isNew: false) : .alreadyStored(bytes: known.bytes)
    }
    let before = if case .after(let offset) = write.start { offset } else { 0 }
    if before > known.bytes { return nil }
    if let length = write.length, length > known.bytes - before { return .tooLong(declared: known.bytes) }
    if let length = write.fileLength, length != known.bytes {
      return length > known.bytes ? .tooLong(declared: known.bytes) : .tooShort(received: length, declared: known.bytes)
    }
    return nil
  }

  /// Whether a request is, to all appearance, the one that stored the file: the whole file again, or its end without a
  /// byte.
  private func repeats(
    _ write: UploadWrite, _ known: KnownUpload, _ source: some UploadSource, _ begins: () -> Void
  ) async -> Bool {
    guard write.isLast else { return false }
    var expected = known.bytes
    if case .after(let offset) = write.start {
      guard offset == known.bytes else { return false }
      expected = 0
    }
    if let length = write.length, length != expected { return false }
    begins()
    var count = 0
    while let piece = try? await source.next() {
      count += piece.count
      if count > expected { return false }
    }
    return count == expected
  }

  // MARK: Bytes

  /// - Returns: the answer; or the file, where it is whole.
  private func receive(
    _ write: UploadWrite, _ known: KnownUpload, _ address: UploadAddress, _ source: some UploadSource, _ begins: () -> Void
  ) async throws -> (UploadOutcome, IncomingFile?) {
    let path = folder.incoming(address.uploadID)
    if case .after(let offset) = write.start {
      let size = await IncomingFile.size(at: path)
      guard offset == size else { return (.otherOffset(size), nil) }
    }
    let file = try await IncomingFile.open(at: path, isAnew: write.start == .anew)
    let first = file.size
    if case .after(let offset) = write.start, offset != first { return (.otherOffset(first), nil) }
    begins()
    var received = first
    var progress = UploadProgress(received)
    do {
      while let piece = try await source.next() {
        guard piece.count <= known.bytes - received else {
          await file.truncate(to: first)
          note(first, address)
          return (.tooLong(declared: known.bytes), nil)
        }
        try await file.append(piece)
        received += piece.count
        if progress.isWorthNoting(received) { note(received, address) }
      }
    } catch let cut as UploadCut {
      if cut != .displaced { note(received, address) }
      return (.cut(cut, received: received), nil)
    }
    guard write.isLast else {
      note(received, address)
      return (.received(received), nil)
    }
    guard received == known.bytes else {
      note(received, address)
      return (.tooShort(received: received, declared: known.bytes), nil)
    }
    return (.received(received), file)
  }

  /// For those who look at the upload meanwhile: nothing depends on it.
  private func note(_ received: Int, _ address: UploadAddress) {
    Task { [records] in try? await records.noteReceived(received, address) }
  }

  // MARK: The file

  private func finish(_ file: IncomingFile, _ known: KnownUpload, _ address: UploadAddress) async -> UploadOutcome {
    do {
      // Another process may put another file in its place.
      let path = try await file.link()
      let outcome: UploadOutcome
      do {
        outcome = try await finish(path, known, address)
        await IncomingFile.remove(at: path)
      } catch {
        await IncomingFile.remove(at: path)
        throw error
      }
      if case .busy = outcome { return outcome }
      await IncomingFile.remove(at: file.path)
      return outcome
    } catch {
      return await failed(error, address)
    }
  }

  private func finish(_ path: String, _ known: KnownUpload, _ address: UploadAddress) async throws -> UploadOutcome {
    let accepted: AcceptedFile
    do throws(FileRefusal) {
      accepted = try await intake.accept(path, name: known.name, owner: address.accountID, sha256: known.sha256)
    } catch {
      switch error {
      case .content(let reason):
        try await records.refuse(reason, address)
        return .refused(reason)
      case .busy(let seconds): return .busy(received: known.bytes, retryAfter: seconds)
      case .storage(let reason):
        logger.error("an upload waits for the disk", metadata: ["reason": "\(reason)"])
        return .busy(received: known.bytes, retryAfter: Self.pause)
      }
    }
    let stored = UploadedFile(accepted, id: address.uploadID)
    // Another server may be storing other bytes, or may have done so and crashed: what it writes is not replaced.
    let id = try await records.claim(address) ? address.uploadID : UUIDValue.random()
    try await store.put(id, accepted)
    guard try await records.store(stored, storedBytes: accepted.storedBytes, under: id, address) else {
      // Where that fails, a check of the store finds the file.
      try? await store.delete(id)
      if let known = try await records.upload(address), case .stored(let file) = known.state { return .stored(file, isNew: false) }
      return .unknown
    }
    return .stored(stored, isNew: true)
  }

  private func failed(_ error: any Error, _ address: UploadAddress) async -> UploadOutcome {
    let received = await IncomingFile.size(at: folder.incoming(address.uploadID))
    if error as? IncomingFile.Failure == .displaced { return .cut(.displaced, received: received) }
    logger.error("an upload has failed for now", metadata: ["error": "\(error)", "upload": "\(address.uploadID)"])
    return .busy(received: received, retryAfter: Self.pause)
  }
}
