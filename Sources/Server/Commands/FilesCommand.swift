import ArgumentParser
import Files
import Foundation
import Postgres
import SQL

/// `hatched files`
struct FilesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "files",
    abstract: "Compares the files in the store with the database; exits with 1 where they differ.",
    discussion: """
      It takes the settings of the server, and reads the database as its owner. A file that is missing, or of another size, comes from \
      a backup: --repair deletes only what is of no use and older than a day.

      Examples:
        hatched files --check
        hatched files --repair
        hatched files --check --s3-endpoint https://s3.example.org \\
          --s3-bucket hatched-files
      """)

  @Flag(help: "Print what is missing, orphaned, of a wrong size, and what uploads have left.")
  var check = false

  @Flag(help: "As --check, and delete orphans, uploads and parts of uploads that are older than a day.")
  var repair = false

  @OptionGroup(title: "Files") var files: FileOptions

  @OptionGroup(title: "Database, as its owner") var owner: OwnerOptions

  func validate() throws {
    guard check != repair else { throw ValidationError("Say either --check or --repair.") }
  }

  func run() async throws {
    let store = try files.store()
    let left = try await owner.withConnection { connection in
      do {
        return try await findings(StoreCheck(store: store, folder: files.folder, now: Date().timeIntervalSince1970), connection)
      } catch let failure as FileStoreFailure {
        throw CommandFailure("the store cannot be read: \(failure)", advice: "See hatched doctor.", status: .failure)
      }
    }
    guard left == 0 else { throw ExitCode.failure }
  }

  /// - Returns: the number of findings that are left.
  private func findings(_ check: StoreCheck, _ connection: Connection) async throws -> Int {
    var (found, repaired, known) = (0, 0, 0)
    func report(_ finding: StoreCheck.Finding) async throws {
      found += 1
      guard repair, try await check.repair(finding) else { return print(finding) }
      repaired += 1
      print("deleted: \(finding)")
    }
    for number in UInt8.min...UInt8.max {
      let findings = try await check.findings(in: number) { number in
        let files = try await KnownFile.all(in: number, on: connection)
        known += files.known.count
        return files
      }
      for finding in findings { try await report(finding) }
    }
    for finding in try await check.staleUploads() { try await report(finding) }
    print("\(known) files, \(found) findings\(repair ? ", \(repaired) repaired" : "")")
    return found - repaired
  }
}

extension KnownFile {
  /// The files whose ids end with a byte, and those that a worker is about to delete.
  fileprivate static func all(in number: UInt8, on connection: Connection) async throws -> (known: [KnownFile], ending: Set<UUIDValue>) {
    let byte = SQLValue.int4(Int32(number))
    let files: SQL = """
      SELECT coalesce(stored_id, id), kind, bytes, stored_bytes FROM files WHERE get_byte(uuid_send(coalesce(stored_id, id)), 15) = \(bind: byte)
      """
    let tombstones: SQL = "SELECT id FROM file_tombstones WHERE get_byte(uuid_send(id), 15) = \(bind: byte)"
    let rows = try await connection.snapshot([files.statement, tombstones.statement])
    let known = (0..<rows[0].count).compactMap { row -> KnownFile? in
      guard let id = rows[0].uuid(row: row, column: 0), let kind = rows[0].text(row: row, column: 1).flatMap({ FileKind(rawValue: $0) }),
        let bytes = rows[0].int4(row: row, column: 2), let stored = rows[0].int4(row: row, column: 3)
      else { return nil }
      return KnownFile(id: id, kind: kind, bytes: Int(bytes), storedBytes: Int(stored))
    }
    return (known, Set((0..<rows[1].count).compactMap { rows[1].uuid(row: $0, column: 0) }))
  }
}
