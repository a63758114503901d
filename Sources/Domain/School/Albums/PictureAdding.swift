import GraphQL
import Planning
import SQL

/// `addSchoolPictures` (TT-10).
enum PictureAdding {
  private static let maximum = 50

  /// A picture as the input gives it.
  private struct Given {
    let file: UUIDValue
    let caption: String?
    let path: [String]
  }

  static var resolver: Resolver<Viewer> {
    .communityMutation(answering: { input, rows throws(MutationFailure) in
      let album = try input.requiredID("albumId")
      let pictures = try pictures(input)
      let (school, author) = try await author(of: album, input, rows)
      let known = try await rows.found(AlbumPicture.self, columns: [.fileID]) {
        "\($0[.albumID]) = \(bind: .uuid(album))"
      }
      let files = Set((0..<known.count).compactMap { known.uuid(row: $0, column: 0) })
      let added = pictures.filter { !files.contains($0.file) }
      let unusable = try await rows.call(.unusablePictures(school: school, wanted: added.map(\.file)))
      if let picture = added.first(where: { given in unusable.contains { $0.file == given.file } }) {
        throw PostPicture.refusal(isDocument: unusable.contains { $0.file == picture.file && $0.isDocument }, at: picture.path)
      }
      // The database copies the audience of the album.
      let rowsOfPictures = added.map { picture in
        rows.insertion(
          of: SchoolPicture.self, key: .timeOrdered(),
          [
            SchoolPicture.set(.schoolID, .uuid(school)), ColumnValue("album_id", .uuid(album)), ColumnValue("file_id", .uuid(picture.file)),
            SchoolPicture.set(.authorID, .uuid(author.id)), SchoolPicture.set(.authorName, .text(author.name)),
            SchoolPicture.set(.authorKind, .text(author.kind.rawValue)), SchoolPicture.set(.state, .text(ContentState.published.rawValue)),
            SchoolPicture.set(.isHeld, .bool(false)), SchoolPicture.set(.text, picture.caption.map { .text($0) } ?? .null(.text)),
          ])
      }
      return .changed(["schoolAlbum": album], finally: rowsOfPictures, viewer: rows.viewer)
    })
  }

  /// The pictures of an input, each file once.
  private static func pictures(_ input: MutationInput) throws(MutationFailure) -> [Given] {
    var pictures: [Given] = []
    for item in try input.items("pictures", atLeast: 1, atMost: maximum) {
      let picture = Given(
        file: try item.requiredID("fileId"), caption: try item.optionalText("caption", characters: 1...500, lines: .many),
        path: item.path(of: "fileId"))
      if !pictures.contains(where: { $0.file == picture.file }) { pictures.append(picture) }
    }
    return pictures
  }

  /// The school of an album, and the viewer's place there, by which it writes to the album.
  private static func author(
    of album: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> (school: UUIDValue, author: SchoolSides.Side) {
    let found = try await rows.found(SchoolAlbum.self, columns: [.schoolID], computed: [{ AudienceWriting.isWritten($0) }]) {
      "\($0[.id]) = \(bind: .uuid(album))"
    }
    guard found.count == 1, let school = found.uuid(row: 0, column: 0) else { throw input.notFound("albumId") }
    guard found.isTrue(row: 0, column: 1), let author = try await rows.sides(at: school).staff else {
      throw .forbidden(AudienceWriting.refusal, at: input.path(of: "albumId"))
    }
    return (school, author)
  }
}
