import Domain
package import Push

/// Makes the message to a device from a notice: its event is the key of a text that the app has, with the arguments that
/// `Notice.all` names. See docs/push.md.
package enum PushComposer {
  /// - Throws: `InvalidMessage` when a name is too long for the services.
  package static func message(_ push: WaitingPush) throws(InvalidMessage) -> PushedMessage {
    let kind = NoticeKind(rawValue: push.kind)
    let text = try text(push)
    return try PushedMessage(
      id: push.id, kind: kind?.categoryName ?? push.kind.lowercased().replacing("_", with: "-"), title: text.title, body: text.body,
      showsNames: push.showsNames, badge: push.unread, collapseID: collapseID(push, kind),
      priority: kind?.isImmediate == true ? .immediate : .considerate, expiry: push.expiry, thread: push.student.map { "\($0)" },
      about: push.notification)
  }

  private static func collapseID(_ push: WaitingPush, _ kind: NoticeKind?) -> String? {
    switch kind?.replaced ?? .nothing {
    case .ofAssignment: push.assignment.map { "overdue-\($0)" }
    case .ofNotice: "pickup-\(push.notification)"
    case .nothing: nil
    }
  }

  private static func text(_ push: WaitingPush) throws(InvalidMessage) -> (title: PushText?, body: PushText) {
    switch Notice.named(push.event)?.push {
    case .keys(let keys): (nil, try localized(keys, push.arguments))
    // A person's own words may have a name anywhere.
    case .words(let nameless): try words(push, nameless: nameless.name)
    case nil: try words(push, nameless: "NOTIFICATION")
    }
  }

  private static func words(_ push: WaitingPush, nameless: String) throws(InvalidMessage) -> (title: PushText?, body: PushText) {
    push.showsNames ? (.literal(push.title), .literal(push.body)) : (nil, try .localized(nameless))
  }

  /// A text with names, and its form without any: of the first key whose arguments are all given. Where there is none, the
  /// form without names of the last key.
  private static func localized(
    _ keys: [Notice.PushKey], _ given: [NoticeArgument: String]
  ) throws(InvalidMessage) -> PushText {
    for key in keys {
      let names = key.arguments.compactMap { given[$0] }
      if names.count == key.arguments.count {
        return try .localized(key.name, names.map { .childName($0) }, withoutNames: key.name + "_NAMELESS")
      }
    }
    return try .localized((keys.last?.name ?? "NOTIFICATION") + "_NAMELESS")
  }
}
