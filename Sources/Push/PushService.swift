/// A service that delivers notifications to devices.
package enum PushService: String, CaseIterable, Hashable, Sendable {
  /// Apple Push Notification service.
  case apns
  /// Firebase Cloud Messaging, of Google.
  case fcm
}
