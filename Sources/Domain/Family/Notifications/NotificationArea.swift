package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// Notifications and the devices that they go to (REQ-NOT).
  package static var notifications: Area {
    Area(
      types: [Notification.self, NotificationArguments.self, Device.self], hidden: [AccountNotification.self],
      resolvers: [
        "Query.notification": .lookup(by: "id", access: .signedIn),
        "Subscription.notificationAdded": .changed("notification", access: .signedIn),
        "Viewer.notifications": .all(access: .signedIn),
        "Viewer.notificationsConnection": .connectionOfAll(access: .signedIn),
        "Viewer.unreadNotificationCount": .expression(.int4, access: .signedIn) { row, _ in
          """
          CASE WHEN \(row.viewer(.familyID)) IS NULL THEN (SELECT count(*)::int4 FROM account_notifications unread \
          WHERE unread.account_id = \(row.viewer(.accountID)) AND unread.deleted_at IS NULL AND unread.read_at IS NULL) \
          ELSE (SELECT count(*)::int4 FROM notifications unread WHERE unread.family_id = \(row.viewer(.familyID)) \
          AND unread.recipient_id = \(row.viewer(.memberID)) AND unread.deleted_at IS NULL AND unread.read_at IS NULL) END
          """
        },
        "Viewer.devices": .all(access: .signedIn),

        "Mutation.createNotification": .createNotification,
        "Mutation.markNotificationRead": .markNotificationRead,
        "Mutation.markAllNotificationsRead": .markAllNotificationsRead,
        "Mutation.deleteNotification": .deleteNotification,
        "Mutation.registerDevice": .registerDevice,
        "Mutation.unregisterDevice": .unregisterDevice,
      ])
  }
}
