import Domain
import Files
import Foundation
import SQL
import SampleData
import SessionTokens

/// Stores the files of the demonstration family and school, as uploads of theirs would.
struct DemonstrationFiles {
  private let options: FileOptions

  init(_ options: FileOptions) { self.options = options }

  /// - Returns: the changes of the rows that say what is stored. A file that cannot be stored is left out, with a line on standard error.
  func stored() async throws -> [SQL] {
    let (store, folder, pictures) = (try options.store(), options.folder, options.pictures)
    defer { pictures.close() }
    let intake = FileIntake(folder: folder, pictures: pictures, maximumSize: Int(UploadCreation.maximumBytes))
    var changes: [SQL] = []
    for file in DemonstrationFile.all {
      do {
        try folder.prepare()
        let path = folder.temporary()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(file.bytes).write(to: URL(filePath: path))
        let accepted = try await intake.accept(path, name: file.name, owner: file.id)
        changes.append(Self.change(of: file, accepted))
        try await store.put(file.id, accepted)
      } catch {
        FileHandle.standardError.write(Data("\(file.name) is left out: \(error). See hatched doctor.\n".utf8))
        changes += Self.removal(of: file)
      }
    }
    return changes
  }

  private static func change(of file: DemonstrationFile, _ accepted: AcceptedFile) -> SQL {
    """
    UPDATE files SET bytes = \(bind: .int4(Int32(clamping: accepted.bytes))), \
    sha256 = \(bind: .literal("\\x\(Digest(accepted.sha256)?.hexadecimal ?? "")", .bytea)), \
    stored_bytes = \(bind: .int4(Int32(clamping: accepted.storedBytes))), \
    declared_bytes = \(bind: .int4(Int32(clamping: file.bytes.count))) WHERE id = \(bind: .uuid(file.id))
    """
  }

  /// Rows use the file no more, and it is gone.
  private static func removal(of file: DemonstrationFile) -> [SQL] {
    ["members", "collectors", "announcements", "school_events"].map { table -> SQL in
      "UPDATE \(identifier: table) SET picture_id = NULL WHERE picture_id = \(bind: .uuid(file.id))"
    } + ["DELETE FROM files WHERE id = \(bind: .uuid(file.id))"]
  }
}
