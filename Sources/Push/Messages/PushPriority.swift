/// How soon a device shows a message.
package enum PushPriority: Hashable, Sendable {
  /// At once, with a sound; the device is woken.
  case immediate
  /// When that costs the device little power, without a sound.
  case considerate

  /// The value of `apns-priority` — Apple's documentation, "Sending notification requests to APNs".
  var apns: Int { self == .immediate ? 10 : 5 }

  /// FCM's `AndroidMessagePriority`.
  var android: String { self == .immediate ? "HIGH" : "NORMAL" }
}
