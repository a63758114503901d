/// Sends messages to devices by those services that there are keys for.
package struct PushSender: Sendable {
  private let apns: APNsSender?
  private let fcm: FCMSender?

  package init(apns: APNsSender?, fcm: FCMSender?) {
    self.apns = apns
    self.fcm = fcm
  }

  /// The services that there are keys for.
  package var services: [PushService] { [apns.map { _ in .apns }, fcm.map { _ in .fcm }].compactMap { $0 } }

  /// - Parameter tries: the number of tries that failed before this one.
  /// - Returns: nil if there are no keys for the device's service.
  package func send(_ message: PushedMessage, to device: PushDevice, tries: Int = 0) async -> PushOutcome? {
    switch device.service {
    case .apns: await apns?.send(message, to: device, tries: tries)
    case .fcm: await fcm?.send(message, to: device, tries: tries)
    }
  }
}
