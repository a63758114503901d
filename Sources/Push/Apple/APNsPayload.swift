import Foundation

/// The JSON that a device gets from APNs — Apple's documentation, "Generating a remote notification".
///
///     {"about":"0198…","aps":{"alert":{"loc-args":["Gate 2"],"loc-key":"DISMISSAL_READY"},"badge":3,"category":"dismissal-ready",
///      "sound":"default","thread-id":"pickup"},"id":"0198…","kind":"dismissal-ready"}
enum APNsPayload {
  /// - Throws: `InvalidMessage` when it has more than 4,096 bytes without its texts.
  static func bytes(of message: PushedMessage) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try ShownTexts.fitted(message) { try Array(encoder.encode(Root(message, $0))) }
  }

  private struct Root: Encodable {
    let aps: APS
    let id: String
    let kind: String
    let about: String?

    init(_ message: PushedMessage, _ texts: ShownTexts) {
      aps = APS(
        alert: Alert(texts), badge: message.badge, sound: message.priority == .immediate ? "default" : nil,
        thread: message.thread, category: message.kind)
      id = "\(message.id)"
      kind = message.kind
      about = message.about.map { "\($0)" }
    }
  }

  private struct APS: Encodable {
    let alert: Alert
    let badge: Int?
    let sound: String?
    let thread: String?
    let category: String

    enum CodingKeys: String, CodingKey {
      case alert, badge, sound, category
      case thread = "thread-id"
    }
  }

  private struct Alert: Encodable {
    var title: String?
    var titleKey: String?
    var titleArguments: [String]?
    var body: String?
    var bodyKey: String?
    var bodyArguments: [String]?

    enum CodingKeys: String, CodingKey {
      case title, body
      case titleKey = "title-loc-key"
      case titleArguments = "title-loc-args"
      case bodyKey = "loc-key"
      case bodyArguments = "loc-args"
    }

    init(_ texts: ShownTexts) {
      switch texts.title {
      case .literal(let text)?: title = text
      case .localized(let key, let arguments)?: (titleKey, titleArguments) = (key, arguments)
      case nil: break
      }
      switch texts.body {
      case .literal(let text): body = text
      case .localized(let key, let arguments): (bodyKey, bodyArguments) = (key, arguments)
      }
    }
  }
}
