/// The limits of notifications.
enum NotificationLimits {
  /// How many members are told of one thing.
  static let recipients = 100
  /// How many notifications a parent writes in an hour.
  static let messages: Int32 = 60
  /// How many devices of one member are kept: the newest.
  static let devices = 20
}
