/// The title and the body of a message in the form that the member wants, as short as they have to be.
struct ShownTexts {
  /// The most bytes of a payload — Apple's documentation, "Generating a remote notification"; FCM's reference, "ErrorCode".
  static let maximumPayload = 4_096

  private(set) var title: PushText.Form?
  private(set) var body: PushText.Form

  init(_ message: PushedMessage) {
    title = message.title?.form(showsNames: message.showsNames)
    body = message.body.form(showsNames: message.showsNames)
  }

  /// A message's payload of at most 4,096 bytes, with its longest texts shortened.
  /// - Parameter encode: makes the payload with these texts.
  /// - Throws: `InvalidMessage` when the payload does not fit without any text.
  static func fitted(_ message: PushedMessage, _ encode: (ShownTexts) throws -> [UInt8]) throws -> [UInt8] {
    var texts = ShownTexts(message)
    while true {
      let payload = try encode(texts)
      if payload.count <= maximumPayload { return payload }
      guard texts.shortenLongest(by: payload.count - maximumPayload) else {
        throw InvalidMessage(description: "the message has more than \(maximumPayload) bytes without its texts")
      }
    }
  }

  /// Shortens the longest text by so many bytes of JSON, or as far as it goes.
  /// - Returns: false if no text can be shortened.
  private mutating func shortenLongest(by excess: Int) -> Bool {
    let titleParts = title?.parts ?? []
    var parts = titleParts + body.parts
    guard let longest = parts.indices.max(by: { parts[$0].encodedSize < parts[$1].encodedSize }),
      parts[longest].encodedSize > String.ellipsis.encodedSize
    else { return false }
    parts[longest] = parts[longest].shortened(to: parts[longest].encodedSize - excess)
    title = title?.with(parts.prefix(titleParts.count))
    body = body.with(parts.dropFirst(titleParts.count))
    return true
  }
}

extension StringProtocol {
  /// The number of bytes that the text has within JSON — RFC 8259, section 7.
  fileprivate var encodedSize: Int {
    utf8.reduce(0) { size, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0a, 0x0c, 0x0d: size + 2
      case ..<0x20: size + 6
      default: size + 1
      }
    }
  }
}

extension String {
  fileprivate static let ellipsis = "…"

  /// The first whole characters with an ellipsis after them, at most `limit` bytes of JSON together, or the ellipsis alone. A letter
  /// keeps its accents, and an emoji its parts.
  func shortened(to limit: Int) -> String {
    guard encodedSize > limit else { return self }
    let room = limit - Self.ellipsis.encodedSize
    var used = 0
    var end = startIndex
    while end < endIndex {
      let next = index(after: end)
      used += self[end..<next].encodedSize
      if used > room { break }
      end = next
    }
    return self[..<end] + Self.ellipsis
  }
}
