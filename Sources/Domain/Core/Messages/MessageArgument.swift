/// The values that a change gives a message. None is a secret. Names are text that somebody wrote: only messages to a confirmed address of
/// a member of the same family have them, or of a family of the school, and none in its subject. A mail to an address that is not
/// confirmed must not carry a stranger's words.
package enum MessageArgument: String, CaseIterable, Sendable {
  /// A way to sign in.
  case way
  /// The name of a family.
  case family
  /// The name of a member of it.
  case person
  /// The name of a school.
  case school
  /// The title of an announcement, or of what a reminder is about.
  case title
  /// The day of what a reminder is about, and its time where it has one.
  case time

  /// Whether the value is one of a few, for each of which every language has a word.
  package var isWord: Bool { self == .way }
}

/// The values of `MessageArgument.way`. Each language has a name for them.
package enum MessageWay: String, CaseIterable, Sendable {
  case apple = "APPLE"
  case password = "PASSWORD"
  case openIDConnect = "OPENID_CONNECT"
}
