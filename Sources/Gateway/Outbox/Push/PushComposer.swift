package import Push

/// Makes the message to a device from a notification. The keys of the texts are in docs/push.md, and the apps have the texts.
package enum PushComposer {
  /// - Throws: `InvalidMessage` when a name is too long for the services.
  package static func message(_ push: WaitingPush) throws(InvalidMessage) -> PushedMessage {
    let text = try text(push)
    return try PushedMessage(
      id: push.id, kind: push.kind.lowercased().replacing("_", with: "-"), title: text.title, body: text.body,
      showsNames: push.showsNames, badge: push.unread, collapseID: collapseID(push), priority: priority(push), expiry: push.expiry,
      thread: push.student.map { "\($0.id)" }, about: push.notification)
  }

  private static func priority(_ push: WaitingPush) -> PushPriority {
    switch push.kind {
    case "PICKUP", "HELP_REQUEST", "CLASS_REQUEST": .immediate
    default: .considerate
    }
  }

  /// Overdue work is told again and again, and a notice of a dismissal tells that a step was undone: the newest takes the place of the
  /// others.
  private static func collapseID(_ push: WaitingPush) -> String? {
    switch push.kind {
    case "OVERDUE": push.assignment.map { "overdue-\($0.id)" }
    case "PICKUP": "pickup-\(push.notification)"
    default: nil
    }
  }

  private static func text(_ push: WaitingPush) throws(InvalidMessage) -> (title: PushText?, body: PushText) {
    switch push.kind {
    case "PICKUP": (nil, try localized(pickupKey(push), [push.student?.name]))
    case "HELP_REQUEST":
      (nil, try localized(push.assignment == nil ? "HELP_REQUEST" : "HELP_REQUEST_FOR", [push.student?.name, push.assignment?.title]))
    case "OVERDUE":
      (
        nil,
        try localized(
          push.title.hasPrefix("Waits for a grade: ") ? "WAITS_FOR_GRADE" : "OVERDUE", [push.student?.name, push.assignment?.title])
      )
    case "JOIN_REQUEST":
      (nil, try localized("JOIN_REQUEST", [push.title.hasSuffix(joinSuffix) ? "\(push.title.dropLast(joinSuffix.count))" : nil]))
    case "CLASS_REQUEST": (nil, try localized("CLASS_REQUEST", [push.student?.name]))
    // A person's own words may have a name anywhere.
    case "MESSAGE", "SCHOOL_MESSAGE", "CLASS_MESSAGE":
      push.showsNames ? (.literal(push.title), .literal(push.body)) : (nil, try .localized(push.kind))
    default: push.showsNames ? (.literal(push.title), .literal(push.body)) : (nil, try .localized("NOTIFICATION"))
    }
  }

  /// A text with names, and its form without any. Where a name is missing there is only the latter.
  private static func localized(_ key: String, _ names: [String?]) throws(InvalidMessage) -> PushText {
    let nameless = key + "_NAMELESS"
    let known = names.compactMap { $0 }
    // `HELP_REQUEST` has one argument.
    guard known.first == names.first, !known.isEmpty, known.count == names.count || key == "HELP_REQUEST" else {
      return try .localized(nameless)
    }
    return try .localized(key, known.map { .childName($0) }, withoutNames: nameless)
  }

  private static let joinSuffix = " asks to join the family"

  /// The step of a dismissal, by the title that `tell_of_dismissal` gives it.
  private static func pickupKey(_ push: WaitingPush) -> String {
    pickupKeys.first { push.title.hasSuffix($0.title) }?.key ?? "PICKUP"
  }

  private static let pickupKeys = [
    (title: " was asked for", key: "PICKUP_REQUESTED"), (title: " is not ready yet", key: "PICKUP_NOT_READY"),
    (title: " is ready", key: "PICKUP_READY"), (title: " was picked up", key: "PICKUP_CONFIRMED"),
    (title: " is ready again", key: "PICKUP_READY"), (title: ": the pickup was cancelled", key: "PICKUP_CANCELLED"),
    (title: " is still at school", key: "PICKUP_LEFT_WAITING"), (title: " was marked absent", key: "PICKUP_ABSENT"),
    (title: " is not absent", key: "PICKUP_PRESENT"),
  ]
}
