/// A text of a message in two forms: one with the names of children, one without.
package struct PushText: Hashable, Sendable {
  /// A value that the app puts into a localized text.
  package enum Argument: Hashable, Sendable {
    case open(String)
    case childName(String)
  }

  /// A text as a service gets it.
  enum Form: Hashable, Sendable {
    case literal(String)
    /// The app has the text, in the device's language, under a key.
    case localized(key: String, arguments: [String])
  }

  private static let maximumKeySize = 100
  private static let maximumArguments = 10

  private let named: Form
  private let nameless: Form

  private init(named: Form, nameless: Form) {
    self.named = named
    self.nameless = nameless
  }

  /// A text in the language of who reads it, which names no child.
  package static func literal(_ text: String) -> PushText {
    PushText(named: .literal(text), nameless: .literal(text))
  }

  /// A text that names a child, and another one for a locked screen.
  package static func literal(_ text: String, withoutNames: String) -> PushText {
    PushText(named: .literal(text), nameless: .literal(withoutNames))
  }

  /// A text that the app has under a key.
  /// - Parameters:
  ///   - key: of the app's localized strings, up to 100 letters, digits, `_`, `-` and `.`.
  ///   - arguments: up to 10.
  ///   - withoutNames: the key of the text that takes the open arguments alone, in their order. There must be one if there is a
  ///     child's name among the arguments.
  package static func localized(
    _ key: String, _ arguments: [Argument] = [], withoutNames: String? = nil
  ) throws(InvalidMessage) -> PushText {
    guard isKey(key), withoutNames.map(isKey) ?? true else {
      throw InvalidMessage(description: "a text's key has 1 to 100 letters, digits, \"_\", \"-\" and \".\"")
    }
    guard arguments.count <= maximumArguments else {
      throw InvalidMessage(description: "a text has more than \(maximumArguments) arguments")
    }
    var all: [String] = []
    var open: [String] = []
    for argument in arguments {
      switch argument {
      case .open(let text):
        all.append(text)
        open.append(text)
      case .childName(let name): all.append(name)
      }
    }
    guard open.count == all.count || withoutNames != nil else {
      throw InvalidMessage(description: "a text with a child's name needs a key for the text without it")
    }
    return PushText(
      named: .localized(key: key, arguments: all),
      nameless: withoutNames.map { .localized(key: $0, arguments: open) } ?? .localized(key: key, arguments: all))
  }

  /// - Parameter showsNames: whether the names of children may be on a locked screen.
  func form(showsNames: Bool) -> Form { showsNames ? named : nameless }

  private static func isKey(_ text: String) -> Bool {
    (1...maximumKeySize).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || $0 == 0x5f || $0 == 0x2d
          || $0 == 0x2e
      }
  }
}

extension PushText.Form {
  /// The parts that may be shortened: the text itself, or the arguments.
  var parts: [String] {
    switch self {
    case .literal(let text): [text]
    case .localized(_, let arguments): arguments
    }
  }

  /// The form with other parts, as many as it has.
  func with(_ parts: some Collection<String>) -> PushText.Form {
    switch self {
    case .literal: .literal(parts.first ?? "")
    case .localized(let key, _): .localized(key: key, arguments: Array(parts))
    }
  }
}
