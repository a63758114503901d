package import SQL

/// Finds the notifications that a viewer was given lately.
package enum AddedNotifications {
  /// For how long a notification may be found. Transactions end sooner, and a notification is seen only once its own has ended:
  /// notifications are not found in the order of their times.
  private static let window = "60 seconds"

  /// Reads the ids of the viewer's notifications of the last minute: the oldest first. It reads in the viewer's scope.
  package static func recent(of membership: Membership) -> Statement {
    Statement(
      text: """
        SELECT id FROM notifications WHERE family_id = $1 AND recipient_id = $2 AND deleted_at IS NULL \
        AND created_at > now() - interval '\(window)' ORDER BY created_at, id
        """,
      binds: [.uuid(membership.familyID), .uuid(membership.memberID)])
  }
}
