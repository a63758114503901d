import Files
import SQL

/// A file that an address gives the right to read, now.
struct ServedFile: Sendable {
  /// The one under which the store has it.
  let id: UUIDValue
  let variant: FileVariant
  let name: String
  /// The type of the bytes that are served: a thumbnail has another one than its file.
  let mediaType: String
  let kind: FileKind
  /// Names the bytes, with its quotes.
  let tag: String
  /// The time for which the address is good, in seconds.
  let secondsLeft: Int64
}

/// Finds the file of an address.
protocol FileFinder: Sendable {
  /// - Parameter path: as it stands in the request.
  /// - Returns: nil for an address that is none, was altered or has expired, and where the right to the file has ended.
  /// - Throws: when the database does not answer.
  func file(_ path: String) async throws -> ServedFile?
}
