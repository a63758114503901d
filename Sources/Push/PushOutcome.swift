/// The outcome of one try to send a message to a device.
package enum PushOutcome: Hashable, Sendable {
  /// The service accepted it.
  /// - Parameter id: APNs' `apns-id`, which is the message's own, or the name that FCM gave the message.
  case sent(id: String)
  /// The device has the app no more, or the token is none: the token must be forgotten.
  /// - Parameter since: when APNs last saw that the token is good for nothing, in seconds since 1970; nil where the service does
  ///   not say. A token that the app has registered after that is to be kept.
  case deviceGone(reason: String, since: Int64?)
  /// The service refuses this message for good.
  /// - Parameter code: the status of HTTP; 0 where the message was not sent to the service.
  case refused(code: Int, reason: String)
  /// The service did not accept it, and another try may succeed.
  /// - Parameters:
  ///   - code: the status of HTTP; 0 where there was no answer and the request was not written.
  ///   - pause: how long to wait before the next try, at least.
  case delayed(code: Int, reason: String, pause: Duration)
  /// The request was written, and no answer came: whether the message was accepted is not known.
  case unknown(why: String)
}
