package import Domain
package import Push
package import SQL

/// A push that its sender has claimed, with all that its text needs.
package struct WaitingPush: Sendable {
  package let id: UUIDValue
  /// The number of tries that failed before.
  package let attempts: Int
  /// Seconds since 1970.
  package let expiry: Int64
  package let service: PushService
  package let token: String
  /// The kind of the notification, such as `HELP_REQUEST`.
  package let kind: String
  /// The event, such as `PICKUP_READY`; that of a later release may be none of `Notice.all`.
  package let event: String
  package let arguments: [NoticeArgument: String]
  /// The words in the recipient's language.
  package let title: String
  package let body: String
  package let notification: UUIDValue
  package let student: UUIDValue?
  package let assignment: UUIDValue?
  package let showsNames: Bool
  /// The number of notifications that the recipient has not read.
  package let unread: Int

  package init(
    id: UUIDValue, attempts: Int = 0, expiry: Int64, service: PushService, token: String, kind: String, event: String,
    arguments: [NoticeArgument: String], title: String, body: String, notification: UUIDValue, student: UUIDValue?,
    assignment: UUIDValue?, showsNames: Bool, unread: Int
  ) {
    self.id = id
    self.attempts = attempts
    self.expiry = expiry
    self.service = service
    self.token = token
    self.kind = kind
    self.event = event
    self.arguments = arguments
    self.title = title
    self.body = body
    self.notification = notification
    self.student = student
    self.assignment = assignment
    self.showsNames = showsNames
    self.unread = unread
  }
}

extension PushService {
  /// The `DevicePlatform` whose devices the service reaches.
  package var platform: String {
    switch self {
    case .apns: "IOS"
    case .fcm: "ANDROID"
    }
  }

  package init?(platform: String) {
    guard let service = PushService.allCases.first(where: { $0.platform == platform }) else { return nil }
    self = service
  }
}
