/// The limits of notifications.
enum NotificationLimits {
  /// The maximum number of recipients of one notification.
  static let recipients = 100
  /// The maximum number of notifications that a parent sends in an hour.
  static let messages: Int32 = 60
  /// The maximum number of devices of a member; the newest are kept.
  static let devices = 20
}
