import Planning
import SQL

extension ScopedRows where Viewer == Domain.Viewer {
  /// Notifies every parent of the family in scope that a student asks to join. Once a parent answers, the database marks
  /// these notifications as read; when the student takes the request back it removes them: see
  /// migrations/0030_end_of_join_requests.sql.
  func notifyParents(ofJoinRequest id: UUIDValue, by name: String) async throws(MutationFailure) {
    let content: [ColumnValue] = [
      Notification.set(.kind, .text("JOIN_REQUEST")),
      Notification.set(.event, .text("JOIN_REQUEST")), Notification.set(.arguments, sql: Notice.arguments([.person: .text(name)])),
      Notification.set(.joinRequestID, .uuid(id)),
    ]
    let parents = try await keys(of: Parent.self, limit: Int32(NotificationLimits.recipients))
    try await insert(
      Notification.self,
      parents.map { (key: .timeOrdered(), values: [Notification.set(.recipientID, .uuid($0))] + content) })
  }
}
