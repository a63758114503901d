import Planning
import SQL

extension Resolver where Viewer == School.Viewer {
  /// Marks a notification as read; the first time counts.
  static var markNotificationRead: Resolver {
    .mutation(access: .members) { input, statements throws(MutationFailure) in
      let id = try input.requiredID("id")
      return statements.updating(
        "Notification", key: id, where: { "\($0["read_at"]) IS NULL" }, [.now("read_at")], keys: ["notification": id])
    } otherwise: { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let found = try await rows.locked("Notification", key: id, columns: ["read_at"])
      guard found.count == 1 else { throw input.notFound("id") }
      if found.isNull(row: 0, column: 0) { _ = try await rows.update("Notification", key: id, [.now("read_at")]) }
      return ["notification": id]
    }
  }

  /// Marks all notifications as read that came until a moment.
  static var markAllNotificationsRead: Resolver {
    .mutation(access: .members) { input, rows throws(MutationFailure) in
      let until = try input.dateTime("until")
      _ = try await rows.update("Notification", [.now("read_at")]) { row in
        // What a client shows is cut to milliseconds: what came in the same one was shown.
        let isShown: SQL = until.map { "\(row["created_at"]) < \(bind: $0) + interval '1 ms'" } ?? "true"
        return "\(row["read_at"]) IS NULL AND \(isShown)"
      }
      return [:]
    }
  }

  /// Removes a notification from the viewer's sight; the row stays (REQ-NOT-016).
  static var deleteNotification: Resolver {
    .mutation(access: .members) { input, statements throws(MutationFailure) in
      let id = try input.requiredID("id")
      return statements.updating("Notification", key: id, [.now("deleted_at")], keys: ["id": id])
    } otherwise: { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      guard try await rows.update("Notification", key: id, [.now("deleted_at")]) else { throw input.notFound("id") }
      return ["id": id]
    }
  }
}
