internal import CLibpq
import SQL

extension Connection {
  /// Sends rows to `COPY … FROM STDIN`, as fast as PostgreSQL takes them.
  /// - Parameters:
  ///   - deadline: for the whole; nil for none.
  ///   - chunks: gives the next bytes in the format that `command` names, and nil at the end. If it throws, nothing is
  ///     copied and its error is thrown.
  package func copy(
    into command: String, deadline: ContinuousClock.Instant? = nil, chunks: sending () throws -> [UInt8]?
  ) async throws {
    try beginUseOutsideTransaction()
    defer { endUse() }
    try await sendCopy(command, deadline, chunks)
  }

  func copy(
    into command: String, deadline: ContinuousClock.Instant?, in number: UInt64,
    chunks: sending () throws -> [UInt8]?
  ) async throws {
    try await begin(number)
    try beginUse(in: number)
    defer { endUse() }
    try await sendCopy(command, deadline, chunks)
  }

  private func sendCopy(
    _ command: String, _ deadline: ContinuousClock.Instant?, _ chunks: () throws -> [UInt8]?
  ) async throws {
    try await sendSimpleQuery(command)
    guard let result = try await nextResult(until: deadline) else { throw lost() }
    guard result.status == .copyIn else {
      let failure = result.status == .fatalError ? result.error() : nil
      try await finishSimpleQuery(until: deadline)
      throw failure
        ?? StatementError(.statement(.objectNotInPrerequisiteState), message: "the command is no COPY FROM STDIN")
    }
    while let chunk = try await next(chunks, deadline) { try await put(chunk, until: deadline) }
    if PQputCopyEnd(handle.pointer, nil) < 0 { throw lost() }
    try await finishSimpleQuery(until: deadline)
  }

  /// The next chunk. If its source fails, the COPY is taken back first.
  private func next(
    _ chunks: () throws -> [UInt8]?, _ deadline: ContinuousClock.Instant?
  ) async throws -> [UInt8]? {
    do {
      return try chunks()
    } catch {
      if PQputCopyEnd(handle.pointer, "the source of the rows failed") < 0 { throw lost() }
      try? await finishSimpleQuery(until: deadline)
      throw error
    }
  }

  /// Hands bytes to libpq, and waits until the socket has taken them: otherwise all rows would be held in
  /// memory.
  private func put(_ chunk: [UInt8], until deadline: ContinuousClock.Instant?) async throws(StatementError) {
    // libpq takes a length of 32 bits.
    for start in stride(from: 0, to: chunk.count, by: 1 << 20) {
      let piece = chunk[start..<min(start + 1 << 20, chunk.count)]
      let isTaken = piece.withUnsafeBytes { bytes in
        PQputCopyData(
          handle.pointer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
      }
      if isTaken != 1 { throw lost() }
      while true {
        let unsent = PQflush(handle.pointer)
        if unsent < 0 { throw lost() }
        if unsent == 0 { break }
        // PostgreSQL may report an error in the middle of the rows.
        try await wait(for: [.readable, .writable], until: deadline)
        if PQconsumeInput(handle.pointer) == 0 { throw lost() }
      }
    }
  }
}
