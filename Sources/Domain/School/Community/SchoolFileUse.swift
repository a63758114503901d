import Planning
import SQL

/// A use of a school's file by a piece of information. No object of the schema shows it.
enum SchoolFileUse: EntityType {
  enum Column: String, ColumnName {
    case fileID = "file_id"
    case informationID = "information_id"
  }

  /// The most files of a piece of information.
  static let maximum = 20

  static let entity = Entity<Viewer>(
    "SchoolFileUse", table: "school_file_uses", scope: .community, visibility: .wholeScope, extent: .unbounded, isVersioned: false)

  /// Ties the files that an input names to a piece of information.
  static func use(
    _ input: MutationInput, _ information: UUIDValue, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    let files = try input.ids("fileIds", atLeast: 0, atMost: maximum) ?? []
    let unknown = try await rows.call(.useSchoolFiles(information: information, wanted: files))
    guard let index = files.firstIndex(where: unknown.contains) else { return }
    throw .notFound("There is nothing with this id.", at: input.path(of: "fileIds") + ["\(index)"])
  }
}
