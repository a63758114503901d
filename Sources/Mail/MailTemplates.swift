package import Embedded

/// The texts of messages, from the files of Sources/Mail/Templates.
///
///     en/confirm-address.txt     Subject: …, Short: …, an empty line, and the plain text
///     en/confirm-address.html    what stands in the body of the layout
///     en/words.txt               the names of arguments' values, a line each: APPLE = Sign in with Apple
///     layout.html
package struct MailTemplates: Sendable {
  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  /// The language of those who read none of the others.
  package static let standardLanguage = "en"

  private let templates: [String: MessageTemplate]
  private let words: [String: [String: String]]

  /// - Throws: `Missing` when a file is not as it must be.
  package init(_ files: [EmbeddedFile] = EmbeddedFile.templates) throws {
    var texts: [String: String] = [:]
    for file in files { texts[file.name] = file.text }
    guard let layout = texts["layout.html"] else { throw Missing(description: "there is no layout.html") }
    var templates: [String: MessageTemplate] = [:]
    var words: [String: [String: String]] = [:]
    for (name, text) in texts where name.hasSuffix(".txt") {
      let language = String(name.prefix { $0 != "/" })
      if name.hasSuffix("/words.txt") {
        words[language] = Self.words(text)
        continue
      }
      let base = String(name.dropLast(4))
      guard let html = texts[base + ".html"] else { throw Missing(description: "there is no \(base).html") }
      guard let template = MessageTemplate(text: text, html: html, layout: layout) else {
        throw Missing(description: "\(name) does not begin with a Subject and a Short")
      }
      templates[base] = template
    }
    self.templates = templates
    self.words = words
  }

  /// The languages that there are, in alphabetical order.
  package var languages: [String] { Set(templates.keys.map { String($0.prefix { $0 != "/" }) }).sorted() }

  /// The kinds that a language has, in alphabetical order.
  package func kinds(in language: String) -> [String] {
    templates.keys.filter { $0.hasPrefix(language + "/") }.map { String($0.dropFirst(language.count + 1)) }.sorted()
  }

  /// The language for those who read a locale: that of `de-AT` is `de`; English where there is none.
  package func language(for locale: String) -> String {
    let language = locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return languages.contains(language) ? language : Self.standardLanguage
  }

  package func template(_ kind: String, in language: String) throws -> MessageTemplate {
    guard let template = templates["\(language)/\(kind)"] else {
      throw Missing(description: "there is no template \(kind) in \(language)")
    }
    return template
  }

  /// The name of an argument's value in a language.
  package func word(_ value: String, in language: String) throws -> String {
    guard let word = words[language]?[value] else { throw Missing(description: "\(language) has no word for \(value)") }
    return word
  }

  /// The values that a language has words for.
  package func values(in language: String) -> Set<String> { Set((words[language] ?? [:]).keys) }

  private static func words(_ text: String) -> [String: String] {
    var words: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { words[parts[0].trimmed] = parts[1].trimmed }
    }
    return words
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
