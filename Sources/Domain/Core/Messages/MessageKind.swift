/// The kinds of messages, by the names of their templates: see Sources/Mail/Templates.
package enum MessageKind: String, CaseIterable, Sendable {
  /// A code and a link that prove that the address is the account's.
  case confirmAddress = "confirm-address"
  /// A code and a link with which a new password can be set.
  case resetPassword = "reset-password"
  /// Somebody tried to register with the address of an account.
  case addressKnown = "address-known"
  /// Somebody asked for a new password, and no account has the address.
  case noAccount = "no-account"
  case passwordChanged = "password-changed"
  /// To the address that the account had before.
  case addressChanged = "address-changed"
  case wayAdded = "way-added"
  case wayRemoved = "way-removed"
  /// To the other members of a family that somebody has deleted.
  case familyDeleted = "family-deleted"
  /// To a member whom a parent has removed from its family.
  case memberRemoved = "member-removed"
  /// To the families of a school: an urgent announcement.
  case announcement
  /// To a member: a task, an event or an assignment that it has asked to be reminded of.
  case reminder
  /// From `hatched mail --try`.
  case test

  /// The arguments that a message of this kind has.
  package var arguments: [MessageArgument] {
    switch self {
    case .wayAdded, .wayRemoved: [.way]
    case .familyDeleted, .memberRemoved: [.family, .person]
    case .announcement: [.school, .title]
    case .reminder: [.title, .time]
    case .confirmAddress, .resetPassword, .addressKnown, .noAccount, .passwordChanged, .addressChanged, .test: []
    }
  }

  /// The change that the code of such a message is for; nil for a message without a code.
  package func purpose(by channel: MessageChannel) -> AddressCode.Purpose? {
    switch self {
    case .confirmAddress: channel == .email ? .confirmEmail : .confirmTelephone
    case .resetPassword: .resetPassword
    case .addressKnown, .noAccount, .passwordChanged, .addressChanged, .wayAdded, .wayRemoved, .familyDeleted, .memberRemoved, .announcement,
      .reminder, .test:
      nil
    }
  }

  /// The page of the app that takes the token of a link, below the public address.
  package var path: String? {
    switch self {
    case .confirmAddress: "confirm"
    case .resetPassword: "reset-password"
    case .addressKnown, .noAccount, .passwordChanged, .addressChanged, .wayAdded, .wayRemoved, .familyDeleted, .memberRemoved, .announcement,
      .reminder, .test:
      nil
    }
  }
}
