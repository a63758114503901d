/// The kinds of content: what the people of a school write, and may report. A further kind is a case here, a type that is
/// ``ContentType``, and its table in migrations/functions/school/follow_report.sql.
package enum ContentKind: String, CaseIterable, Hashable, Sendable {
  case post = "POST"
  case comment = "COMMENT"
  case picture = "PICTURE"
  case message = "MESSAGE"

  var type: any ContentType.Type {
    switch self {
    case .post: SchoolPost.self
    case .comment: SchoolComment.self
    case .picture: SchoolPicture.self
    case .message: ConversationMessage.self
    }
  }
}
