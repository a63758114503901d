import GraphQL
import Planning
import SQL

/// `SchoolPicture` (TT-10): content, whose text is the caption.
enum SchoolPicture: ContentType {
  static let constraints: [ConstraintRule] = ConstraintRule.content(of: "school_pictures", hasLeastAge: false) + [
    .notFound("school_pictures_album", ["albumId"]), .notFound("school_pictures_file", ["pictures", "fileId"]),
    .conflict("school_pictures_once", ["pictures", "fileId"], "The album has this picture already: leave it out."),
  ]

  static let entity = Entity<Viewer>(
    "SchoolPicture", table: "school_pictures", scope: .content, visibility: .contentOfAllAges, extent: .unbounded,
    order: [.ascending("created_at")],
    stored: [.schoolPeople: ["id", "state", "stateReason", "appeal", "appealedAt", "author", "authorName", "createdAt"]],
    resolvers: [
      "caption": .column("text", .text, access: .schoolPeople),
      "file": .toOne(foreignKey: "file_id", access: .schoolPeople).reading(File.ofSchool),
    ])

  /// Refuses to delete an album with a picture that staff removed, which stays for 90 days.
  static func refuseRemoved(_ album: UUIDValue, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    let removed = try await rows.found(AlbumPicture.self, columns: [.id]) {
      "\($0[.albumID]) = \(bind: .uuid(album)) AND \($0[.state]) = \(bind: .text(ContentState.removed.rawValue))"
    }
    guard removed.count > 0 else { return }
    throw .conflict("The album has a picture that staff removed: it stays for 90 days.", at: ["input", "id"], version: nil)
  }
}
