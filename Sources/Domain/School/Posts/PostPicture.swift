import GraphQL
import Planning
import SQL

/// A use of a school's file as a picture of a post. No object of the schema shows it.
enum PostPicture: EntityType {
  enum Column: String, ColumnName {
    case fileID = "file_id"
    case postID = "post_id"
  }

  /// The most pictures of a post.
  static let maximum = 10

  static let constraints: [ConstraintRule] = [
    .unreachable("school_post_pictures_file", "a change of a file holds its home"),
    .unreachable("school_post_pictures_post", "the post is made or locked by the same transaction"),
    .unreachable("school_post_pictures_once", "the ids of the input are each taken once"),
  ]

  static let entity = Entity<Viewer>(
    "PostPicture", table: "school_post_pictures", scope: .community, visibility: .wholeScope, extent: .unbounded, isVersioned: false)

  /// Ties the pictures that an input names to a post of the viewer's own.
  static func use(_ input: MutationInput, _ post: UUIDValue, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    guard input.isGiven("pictureIds") else { return }
    let files = try input.ids("pictureIds", atLeast: 0, atMost: maximum) ?? []
    let unknown = try await rows.call(.usePostPictures(post: post, wanted: files))
    guard let index = files.firstIndex(where: { id in unknown.contains { $0.file == id } }) else { return }
    let path = input.path(of: "pictureIds") + ["\(index)"]
    throw refusal(isDocument: unknown.contains { $0.file == files[index] && $0.isDocument }, at: path)
  }

  /// The failure of an input that names a file which is no picture, or is not for the viewer.
  static func refusal(isDocument: Bool, at path: [String]) -> MutationFailure {
    isDocument ? .invalid("It must be the id of a picture: the file is a document.", at: path) : Content.notFound(at: path)
  }
}
