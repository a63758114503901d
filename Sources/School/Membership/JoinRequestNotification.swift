import Planning
import SQL

extension ScopedRows where Viewer == School.Viewer {
  /// Notifies every parent of the family in scope that a student asks to join. Once a parent answers, the database marks
  /// these notifications as read; when the student takes the request back it removes them: see
  /// migrations/0030_end_of_join_requests.sql.
  func notifyParents(ofJoinRequest id: UUIDValue, by name: String) async throws(MutationFailure) {
    let content: [ColumnValue] = [
      .init("kind", .text("JOIN_REQUEST")), .init("title", .text("\(name) asks to join the family")),
      .init("body", .text("Let the student in, or turn the request down, within 14 days.")),
      .init("join_request_id", .uuid(id)),
    ]
    let parents = try await keys(of: "Parent", limit: Int32(NotificationLimits.recipients))
    try await insert(
      "Notification", parents.map { (key: .timeOrdered(), values: [.init("recipient_id", .uuid($0))] + content) })
  }
}
