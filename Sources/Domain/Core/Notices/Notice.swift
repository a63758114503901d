/// An event that members or staff are notified of. The table is `Notice.all`: the enum `NotificationEvent`, the functions
/// `notice_…` of the database, and the tables of docs/push.md follow from it.
package struct Notice: Sendable {
  /// A key of an app's texts, and the arguments of the text in their order.
  package struct PushKey: Hashable, Sendable {
    package let name: String
    package let arguments: [NoticeArgument]
    /// The text in English, for the documentation.
    package let example: String

    init(_ name: String, _ arguments: [NoticeArgument] = [], _ example: String) {
      self.name = name
      self.arguments = arguments
      self.example = example
    }
  }

  /// The text of a push.
  package enum PushText: Sendable {
    /// The first key whose arguments are given.
    case keys([PushKey])
    /// The title and the body where names may be shown, and the key otherwise.
    case words(nameless: PushKey)
  }

  /// The name, as `NotificationEvent` has it.
  package let event: String
  package let kind: NoticeKind
  /// The description in the schema.
  package let summary: String
  /// The arguments that each such notice has.
  package let required: [NoticeArgument]
  /// The arguments that some have.
  package let optional: [NoticeArgument]
  /// The texts that a person wrote. They are stored, and have no templates.
  package let ownWords: Set<NoticeText.Part>
  package let push: PushText
  /// The name that events have in common which undo each other; nil for an event by itself.
  package let matter: String?

  init(
    _ event: String, _ kind: NoticeKind, _ summary: String, _ required: [NoticeArgument] = [], optional: [NoticeArgument] = [],
    ownWords: Set<NoticeText.Part> = [], push: PushText, matter: String? = nil
  ) {
    self.event = event
    self.kind = kind
    self.summary = summary
    self.required = required
    self.optional = optional
    self.ownWords = ownWords
    self.push = push
    self.matter = matter
  }

  package static func named(_ event: String) -> Notice? { byEvent[event] }

  private static let byEvent = Dictionary(all.map { ($0.event, $0) }) { first, _ in first }
}
