import GraphQL
import Planning
import SQL

/// A use of a school's file by a message. No object of the schema shows it.
enum ConversationFile: EntityType {
  enum Column: String, ColumnName {
    case fileID = "file_id"
    case messageID = "message_id"
  }

  /// The most files of a message.
  static let maximum = 20

  static let constraints: [ConstraintRule] = [
    .unreachable("conversation_files_file", "a change of a file holds its home"),
    .unreachable("conversation_files_message", "the message is made by the same transaction"),
    .unreachable("conversation_files_once", "the ids of the input are each taken once"),
  ]

  static let entity = Entity<Viewer>(
    "ConversationFile", table: "conversation_files", scope: .conversation, visibility: .wholeScope, extent: .unbounded, isVersioned: false)

  /// Ties the files that an input names to a new message of the viewer's own.
  static func use(_ input: MutationInput, _ message: UUIDValue, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    guard let files = try input.ids("fileIds", atLeast: 0, atMost: maximum), !files.isEmpty else { return }
    let unknown = try await rows.call(.useMessageFiles(message: message, wanted: files))
    guard let index = files.firstIndex(where: unknown.contains) else { return }
    throw Content.notFound(at: input.path(of: "fileIds") + ["\(index)"])
  }
}
