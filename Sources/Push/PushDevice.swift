/// A device that has asked its service for notifications.
package struct PushDevice: Hashable, Sendable {
  /// The most bytes of a token. Apple and Google name no limit; tokens have about 64 and 160 bytes.
  package static let maximumTokenSize = 4_096

  package let service: PushService
  /// The token of the service; for APNs in lower case.
  package let token: String

  /// - Parameter token: the device's token as the app got it: hexadecimal digits for APNs — Apple's documentation, "Registering
  ///   your app with APNs" — and printable ASCII for FCM.
  /// - Returns: nil for a text that cannot be a token, and could change the request that it becomes a part of.
  package init?(_ service: PushService, token: String) {
    guard (1...Self.maximumTokenSize).contains(token.utf8.count) else { return nil }
    switch service {
    case .apns: guard token.utf8.count.isMultiple(of: 2), token.utf8.allSatisfy(Self.isHexadecimal) else { return nil }
    case .fcm: guard token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
    }
    self.service = service
    self.token = service == .apns ? token.lowercased() : token
  }

  /// The token as a segment of a path. A token of APNs has no character that needs an escape; whatever comes here, it stays one
  /// segment.
  package var pathSegment: String {
    token.utf8.map { byte in
      Self.isUnreserved(byte) ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// RFC 3986, section 2.3.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || "-._~".utf8.contains(byte)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
}

extension PushDevice: CustomReflectable, CustomStringConvertible {
  /// Without the token: who has it and the gateway's keys can write to the device.
  package var description: String { "PushDevice(\(service))" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
