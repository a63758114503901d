/// The values that a change gives a message. None is a secret, and none is text that somebody wrote: a mail to an address that is not
/// confirmed must not carry a stranger's words.
package enum MessageArgument: String, CaseIterable, Sendable {
  /// A way to sign in.
  case way
}

/// The values of `MessageArgument.way`. Each language has a name for them.
package enum MessageWay: String, CaseIterable, Sendable {
  case apple = "APPLE"
  case password = "PASSWORD"
  case openIDConnect = "OPENID_CONNECT"
}
