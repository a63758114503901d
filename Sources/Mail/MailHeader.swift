import Foundation

/// Headers of a mail — RFC 5322.
enum MailHeader {
  /// The most bytes of UTF-8 of a subject.
  static let maximumSubject = 400

  /// Text for a header: as it is if it is short and of plain characters, else in encoded words of base64 — RFC 2047 — folded
  /// before each.
  ///
  ///     =?utf-8?B?QmVzdMOkdGlnZW4gU2llIElocmUgQWRyZXNzZQ==?=
  static func encoded(_ text: String) -> String {
    let isPlain = text.utf8.count <= 60
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || $0 == 0x20 }
    if isPlain { return text }
    var words: [String] = []
    var word = ""
    // An encoded word has 75 characters at most: 45 bytes, of whole characters.
    for scalar in text.unicodeScalars {
      if word.utf8.count + UTF8.width(scalar) > 42 {
        words.append(word)
        word = ""
      }
      word.unicodeScalars.append(scalar)
    }
    words.append(word)
    return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
  }

  /// - Parameters:
  ///   - seconds: when the message was made, since 1970. The same at every try.
  static func all(of message: ComposedMessage, from sender: MailAddress) -> [String] {
    [
      "Date: \(date(message.createdAt))",
      "From: \(sender.header)",
      "To: <\(message.address)>",
      "Subject: \(encoded(String(decoding: message.text.subject.utf8.prefix(maximumSubject), as: UTF8.self)))",
      // The same at every try, so that a server or a reader knows a message again that it has.
      "Message-ID: <\(message.id)@\(sender.domain)>",
      // RFC 3834: no program answers to it.
      "Auto-Submitted: auto-generated",
      "Content-Language: \(message.language)",
    ]
  }

  /// RFC 5322, section 3.3: `Tue, 24 Nov 2026 23:46:39 +0000`.
  static func date(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(days[Int(parts.tm_wday)]), \(parts.tm_mday) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) +0000"
  }
}
