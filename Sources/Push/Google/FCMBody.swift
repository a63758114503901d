import Foundation

/// The body of a request to FCM — Google's documentation, "REST Resource: projects.messages".
enum FCMBody {
  /// The longest time that FCM keeps a message, in seconds: four weeks.
  private static let longestLifetime: Int64 = 28 * 86_400

  /// - Parameter now: seconds since 1970.
  /// - Throws: `InvalidMessage` when it has more than 4,096 bytes without its texts and the token.
  static func bytes(of message: PushedMessage, to device: PushDevice, now: Int64) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var texts = ShownTexts(message)
    // The token is no part of the payload that is limited.
    _ = try ShownTexts.fitted(message) {
      texts = $0
      return try Array(encoder.encode(Root(message, $0, token: "", now)))
    }
    return try Array(encoder.encode(Root(message, texts, token: device.token, now)))
  }

  private struct Root: Encodable {
    let message: Message

    init(_ message: PushedMessage, _ texts: ShownTexts, token: String, _ now: Int64) {
      self.message = Message(
        token: token,
        data: ["id": "\(message.id)", "kind": message.kind, "about": message.about.map { "\($0)" }].compactMapValues { $0 },
        android: Android(
          collapse_key: message.collapseID, priority: message.priority.android,
          ttl: message.expiry.map { "\(min(max($0 - now, 0), FCMBody.longestLifetime))s" },
          notification: Notification(message, texts)))
    }
  }

  private struct Message: Encodable {
    let token: String
    let data: [String: String]
    let android: Android
  }

  private struct Android: Encodable {
    let collapse_key: String
    let priority: String
    let ttl: String?
    let notification: Notification
  }

  private struct Notification: Encodable {
    var title: String?
    var title_loc_key: String?
    var title_loc_args: [String]?
    var body: String?
    var body_loc_key: String?
    var body_loc_args: [String]?
    let channel_id: String
    /// A notification takes the place of one with the same tag.
    let tag: String
    let notification_count: Int?
    let visibility: String

    init(_ message: PushedMessage, _ texts: ShownTexts) {
      switch texts.title {
      case .literal(let text)?: title = text
      case .localized(let key, let arguments)?: (title_loc_key, title_loc_args) = (key, arguments)
      case nil: break
      }
      switch texts.body {
      case .literal(let text): body = text
      case .localized(let key, let arguments): (body_loc_key, body_loc_args) = (key, arguments)
      }
      channel_id = message.kind
      tag = message.collapseID
      notification_count = message.badge
      visibility = message.showsNames ? "PUBLIC" : "PRIVATE"
    }
  }
}
