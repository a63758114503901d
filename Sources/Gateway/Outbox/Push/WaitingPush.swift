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
  package let title: String
  package let body: String
  package let notification: UUIDValue
  package let student: (id: UUIDValue, name: String)?
  package let assignment: (id: UUIDValue, title: String)?
  package let showsNames: Bool
  /// The number of notifications that the recipient has not read.
  package let unread: Int

  package init(
    id: UUIDValue, attempts: Int = 0, expiry: Int64, service: PushService, token: String, kind: String, title: String, body: String,
    notification: UUIDValue, student: (id: UUIDValue, name: String)?, assignment: (id: UUIDValue, title: String)?, showsNames: Bool,
    unread: Int
  ) {
    self.id = id
    self.attempts = attempts
    self.expiry = expiry
    self.service = service
    self.token = token
    self.kind = kind
    self.title = title
    self.body = body
    self.notification = notification
    self.student = student
    self.assignment = assignment
    self.showsNames = showsNames
    self.unread = unread
  }

  /// The columns of `claim_pushes`, in the order in which a row is read.
  static let columns: SQL = """
    id, attempts, expires_at, platform, token, kind, title, body, notification_id, student_id, student_name, assignment_id, \
    assignment_title, shows_names, badge
    """

  /// Nil for a row that is none.
  init?(_ rows: Rows, _ row: Int) {
    func text(_ column: Int) -> String? { rows.text(row: row, column: column) }
    func uuid(_ column: Int) -> UUIDValue? { rows.uuid(row: row, column: column) }
    guard let id = uuid(0), let service = text(3).flatMap({ PushService(platform: $0) }), let token = text(4), let kind = text(5),
      let title = text(6), let body = text(7), let notification = uuid(8), let expiry = rows.int8(row: row, column: 2)
    else { return nil }
    self.init(
      id: id, attempts: Int(rows.int4(row: row, column: 1) ?? 0), expiry: expiry, service: service, token: token,
      kind: kind, title: title, body: body, notification: notification,
      student: uuid(9).flatMap { id in text(10).map { (id, $0) } },
      assignment: uuid(11).flatMap { id in text(12).map { (id, $0) } },
      showsNames: rows.withCell(row: row, column: 13) { $0.first == 1 }, unread: Int(rows.int4(row: row, column: 14) ?? 0))
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
