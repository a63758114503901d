/// The texts of one kind of message in one language, with placeholders such as `{code}`.
package struct MessageTemplate: Sendable {
  package struct Unfilled: Error, CustomStringConvertible {
    let placeholder: String
    package var description: String { "there is no value for {\(placeholder)}" }
  }

  let subject: String
  let short: String
  let plain: String
  let html: String
  private let layout: String

  /// Nil unless the text begins with the lines of its subject and of its short form, and an empty one.
  init?(text: String, html: String, layout: String) {
    let lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
    guard lines.count == 4, let subject = lines[0].value(of: "Subject: "), let short = lines[1].value(of: "Short: "),
      lines[2].isEmpty
    else { return nil }
    self.subject = subject
    self.short = short
    plain = String(lines[3])
    self.html = html
    self.layout = layout
  }

  /// The placeholders of the plain text with its subject, and of the HTML; the short form has some of them.
  package var placeholders: (plain: Set<String>, html: Set<String>, short: Set<String>) {
    (
      Self.placeholders(in: subject).union(Self.placeholders(in: plain)), Self.placeholders(in: html),
      Self.placeholders(in: short)
    )
  }

  /// - Throws: `Unfilled` when a value is missing.
  package func rendered(_ values: [String: String], language: String) throws -> RenderedTemplate {
    let subject = try Self.fill(subject, values)
    let content = try Self.fill(html, values.mapValues(Self.escaped))
    let page = try Self.fill(
      layout, values.mapValues(Self.escaped).merging(
        ["subject": Self.escaped(subject), "language": language, "content": content]) { $1 })
    return RenderedTemplate(
      subject: subject, plain: try Self.fill(plain, values), html: page, short: try Self.fill(short, values))
  }

  /// The values are not looked at again: a value with braces is no placeholder.
  private static func fill(_ text: String, _ values: [String: String]) throws -> String {
    var filled = ""
    var rest = text[...]
    while let match = rest.firstMatch(of: /\{([a-z]+)\}/) {
      guard let value = values[String(match.1)] else { throw Unfilled(placeholder: String(match.1)) }
      filled += rest[..<match.range.lowerBound] + value
      rest = rest[match.range.upperBound...]
    }
    return filled + rest
  }

  private static func placeholders(in text: String) -> Set<String> {
    Set(text.matches(of: /\{([a-z]+)\}/).map { String($0.1) })
  }

  /// Text as HTML, in an attribute, too. By scalars: a sign and the accent that follows it are one `Character`.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// The texts of a message, filled in.
package struct RenderedTemplate: Hashable, Sendable {
  package let subject: String
  package let plain: String
  package let html: String
  /// For a telephone.
  package let short: String
}

extension Substring {
  fileprivate func value(of name: String) -> String? { hasPrefix(name) ? String(dropFirst(name.count)) : nil }
}
