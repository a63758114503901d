package import SQL

/// A message as it is pushed to the devices of a member.
package struct PushedMessage: Hashable, Sendable {
  /// The most bytes of a collapse id — Apple's documentation, "Sending notification requests to APNs".
  package static let maximumCollapseSize = 64
  /// The most bytes of a kind and of a thread.
  package static let maximumNameSize = 64

  package let id: UUIDValue
  /// The name of what the message tells, such as `dismissal-ready`: the app's category of notifications, its channel on Android.
  package let kind: String
  package let title: PushText?
  package let body: PushText
  /// Whether the names of children may be on a locked screen.
  package let showsNames: Bool
  /// The number on the app's icon; 0 for none, nil to leave it as it is.
  package let badge: Int?
  /// A message takes the place of one with the same collapse id on the device.
  package let collapseID: String
  package let priority: PushPriority
  /// When the message is of no use any more, in seconds since 1970; nil for as long as the service keeps it.
  package let expiry: Int64?
  /// Messages of one thread are shown together.
  package let thread: String?
  /// The row that the app opens.
  package let about: UUIDValue?

  /// - Parameters:
  ///   - showsNames: only if the member wants names on a locked screen.
  ///   - collapseID: the message's own id for nil: then a repetition of the message takes the place of the message, and is not
  ///     seen twice.
  /// - Throws: `InvalidMessage` when a kind, thread or collapse id is too long, or a badge is negative.
  package init(
    id: UUIDValue, kind: String, title: PushText? = nil, body: PushText, showsNames: Bool = false, badge: Int? = nil,
    collapseID: String? = nil, priority: PushPriority = .considerate, expiry: Int64? = nil, thread: String? = nil,
    about: UUIDValue? = nil
  ) throws(InvalidMessage) {
    try Self.check(kind, "kind", Self.maximumNameSize)
    if let collapseID { try Self.check(collapseID, "collapse id", Self.maximumCollapseSize) }
    if let thread { try Self.check(thread, "thread", Self.maximumNameSize) }
    if let badge, badge < 0 { throw InvalidMessage(description: "a badge is not negative") }
    if let expiry, expiry < 0 { throw InvalidMessage(description: "an expiry is not negative") }
    self.id = id
    self.kind = kind
    self.title = title
    self.body = body
    self.showsNames = showsNames
    self.badge = badge
    self.collapseID = collapseID ?? "\(id)"
    self.priority = priority
    self.expiry = expiry
    self.thread = thread
    self.about = about
  }

  /// Names go into headers and JSON: printable ASCII, so that none begins another header.
  private static func check(_ text: String, _ name: String, _ limit: Int) throws(InvalidMessage) {
    guard (1...limit).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw InvalidMessage(description: "a \(name) has 1 to \(limit) printable characters of ASCII")
    }
  }
}
