/// The kinds of notices: those to members, which `NotificationKind` names, and those to staff.
package enum NoticeKind: String, CaseIterable, Sendable {
  case helpRequest = "HELP_REQUEST"
  case joinRequest = "JOIN_REQUEST"
  case overdue = "OVERDUE"
  case message = "MESSAGE"
  case pickup = "PICKUP"
  case schoolMessage = "SCHOOL_MESSAGE"
  case newParent = "NEW_PARENT"
  case classRequest = "CLASS_REQUEST"
  case classMessage = "CLASS_MESSAGE"
  case absence = "ABSENCE"
  case classAbsence = "CLASS_ABSENCE"
  case announcement = "ANNOUNCEMENT"
  case schoolEvent = "SCHOOL_EVENT"
  case schoolPost = "SCHOOL_POST"
  case ticket = "TICKET"
  case classTicket = "CLASS_TICKET"
  case conversation = "CONVERSATION"
  case reminder = "REMINDER"
  case group = "GROUP"
  case booking = "BOOKING"
  case providerBooking = "PROVIDER_BOOKING"
  case providerConversation = "PROVIDER_CONVERSATION"

  /// The receivers of a kind.
  package enum Channel: Sendable {
    /// Members of families, and accounts that are in none: a row of `notifications` or `account_notifications`, and a push to each device.
    case members
    /// Staff of schools, and providers: a push to each device.
    case staff
  }

  /// The notices that a push replaces on the device.
  package enum Replaced: Sendable {
    case nothing
    /// Earlier notices of the same assignment.
    case ofAssignment
    /// The same notice, before its event changed.
    case ofNotice
  }

  package var channel: Channel {
    switch self {
    case .classRequest, .classMessage, .classAbsence, .classTicket, .providerBooking, .providerConversation: .staff
    default: .members
    }
  }

  /// Whether a device shows the push at once, with a sound.
  package var isImmediate: Bool { [.pickup, .helpRequest, .classRequest, .announcement, .reminder].contains(self) }

  /// Whether the push ignores quiet hours.
  package var ignoresQuietHours: Bool { self == .pickup || self == .classRequest || self == .announcement }

  /// Whether the push precedes all others of the outbox.
  package var isFirst: Bool { self == .pickup }

  /// Whether a member may mute the kind.
  package var canBeMuted: Bool { channel == .members && self != .newParent }

  /// The minutes after which nobody needs the push.
  package var lifetime: Int {
    switch self {
    case .pickup, .classRequest: 30
    case .helpRequest: 12 * 60
    default: 24 * 60
    }
  }

  package var replaced: Replaced {
    switch self {
    case .overdue: .ofAssignment
    case .pickup: .ofNotice
    default: .nothing
    }
  }

  /// The kind in names of channels and categories on devices: `help-request`.
  package var categoryName: String { rawValue.lowercased().replacing("_", with: "-") }
}
