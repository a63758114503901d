import Planning
import SQL

extension Resolver where Viewer == Domain.Viewer {
  /// Marks a notification as read; the first time counts.
  static var markNotificationRead: Resolver {
    .write(access: .signedIn) { input, viewer throws(MutationFailure) in
      if viewer.membership == nil {
        return .update(AccountNotification.entity, key: try input.requiredID("id"), as: "notification", for: input) {
          () throws(MutationFailure) in
          .init(
            [AccountNotification.setNow(.readAt)],
            requiring: [.init(of: AccountNotification.self, unmet: .unchanged) { "\($0[.readAt]) IS NULL" }])
        }
      }
      return .update(Notification.entity, key: try input.requiredID("id"), as: "notification", for: input) {
        () throws(MutationFailure) in
        .init(
          [Notification.setNow(.readAt)],
          requiring: [.init(of: Notification.self, unmet: .unchanged) { "\($0[.readAt]) IS NULL" }])
      }
    }
  }

  /// Marks all notifications as read that came until a moment.
  static var markAllNotificationsRead: Resolver {
    .mutation(access: .signedIn) { input, rows throws(MutationFailure) in
      let until = try input.dateTime("until")
      if rows.viewer.membership == nil {
        _ = try await rows.update(AccountNotification.self, [AccountNotification.setNow(.readAt)]) { row in
          let isShown: SQL = until.map { "\(row[.createdAt]) < \(bind: $0) + interval '1 ms'" } ?? "true"
          return "\(row[.readAt]) IS NULL AND \(isShown)"
        }
        return [:]
      }
      _ = try await rows.update(Notification.self, [Notification.setNow(.readAt)]) { row in
        // Clients show times cut to milliseconds: a notification of the same millisecond counts as shown.
        let isShown: SQL = until.map { "\(row[.createdAt]) < \(bind: $0) + interval '1 ms'" } ?? "true"
        return "\(row[.readAt]) IS NULL AND \(isShown)"
      }
      return [:]
    }
  }

  /// Removes a notification from the viewer's sight; the row stays (REQ-NOT-016).
  static var deleteNotification: Resolver {
    .write(access: .signedIn) { input, viewer throws(MutationFailure) in
      if viewer.membership == nil {
        return .update(AccountNotification.entity, key: try input.requiredID("id"), as: "id", for: input) {
          () throws(MutationFailure) in .init([AccountNotification.setNow(.deletedAt)])
        }
      }
      return .update(Notification.entity, key: try input.requiredID("id"), as: "id", for: input) {
        () throws(MutationFailure) in .init([Notification.setNow(.deletedAt)])
      }
    }
  }
}
