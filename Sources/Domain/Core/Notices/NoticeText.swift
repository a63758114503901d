/// The title and the body of an event in a language. Each has one or more templates, such as `{student} is ready`: the first
/// whose arguments are all given counts.
package struct NoticeText: Sendable {
  package enum Part: String, CaseIterable, Sendable {
    case title, body

    /// The limit of characters.
    package var limit: Int { self == .title ? 300 : 3_000 }
  }

  package let title: [String]
  package let body: [String]

  init(_ title: String? = nil, _ body: String...) {
    self.title = title.map { [$0] } ?? []
    self.body = body
  }

  package subscript(part: Part) -> [String] { part == .title ? title : body }

  /// A template's parts: text and arguments.
  package enum Piece: Hashable, Sendable {
    case text(String)
    case argument(NoticeArgument)
  }

  /// - Returns: nil where a placeholder names no argument.
  package static func pieces(of template: String) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = template[...]
    while let match = rest.firstMatch(of: /\{([A-Za-z]+)\}/) {
      guard let argument = NoticeArgument(rawValue: String(match.1)) else { return nil }
      let text = rest[..<match.range.lowerBound]
      if !text.isEmpty { pieces.append(.text(String(text))) }
      pieces.append(.argument(argument))
      rest = rest[match.range.upperBound...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }

  /// The language of readers whose language has no texts.
  package static let standardLanguage = "en"

  /// The texts by language and event.
  package static let all: [String: [String: NoticeText]] = ["de": german, "en": english, "es": spanish, "fr": french]
}
