import Foundation
package import Push
import Postgres
package import SQL
import Domain

/// The functions `claim_pushes`, `finish_pushes`, `give_up_pushes` and `push_state` of the database.
extension WaitingPush: OutboxMessage {
  /// The columns of `claim_pushes`, in the order in which a row is read.
  private static let columns: SQL = """
    id, attempts, expires_at, platform, token, kind, event, arguments, title, body, notification_id, student_id, assignment_id, \
    shows_names, badge
    """

  package init?(_ rows: Rows, _ row: Int) {
    func text(_ column: Int) -> String? { rows.text(row: row, column: column) }
    func uuid(_ column: Int) -> UUIDValue? { rows.uuid(row: row, column: column) }
    guard let id = uuid(0), let service = text(3).flatMap({ PushService(platform: $0) }), let token = text(4),
      let kind = text(5), let event = text(6), let title = text(8), let body = text(9), let notification = uuid(10),
      let expiry = rows.int8(row: row, column: 2)
    else { return nil }
    let arguments = text(7).flatMap { try? JSONDecoder().decode([String: String].self, from: Data($0.utf8)) } ?? [:]
    self.init(
      id: id, attempts: Int(rows.int4(row: row, column: 1) ?? 0), expiry: expiry, service: service, token: token,
      kind: kind, event: event,
      arguments: Dictionary(
        arguments.compactMap { name, value in NoticeArgument(rawValue: name).map { ($0, value) } }, uniquingKeysWith: { first, _ in first }),
      title: title, body: body, notification: notification, student: uuid(11), assignment: uuid(12),
      showsNames: rows.withCell(row: row, column: 13) { $0.first == 1 },
      unread: Int(rows.int4(row: row, column: 14) ?? 0))
  }

  package static func claim(
    by sender: UUIDValue, _ services: [PushService], most: Int, for seconds: Int, held: [UUIDValue]
  ) -> SQL {
    """
    SELECT \(columns) FROM claim_pushes(\(bind: .uuid(sender)), \(bind: .textArray(services.map(\.platform))), \
    \(bind: .int4(Int32(clamping: most))), \(bind: .int4(Int32(clamping: seconds))), \(bind: .uuidArray(held)))
    """
  }

  /// Removing a device waits for its family's lock, which a change may hold for long.
  package static func preparation(for finished: [FinishedPush], by sender: UUIDValue) throws -> [Statement] {
    guard finished.contains(where: { $0.result == .gone }) else { return [] }
    let json = try FinishedPush.json(finished)
    let sql: SQL = "SELECT 1 FROM forget_staff_devices(\(bind: .uuid(sender)), \(bind: .literal(json, .jsonb)))"
    return [LockOrder.timeoutStatement, sql.statement]
  }

  package static func finish(_ finished: [FinishedPush], by sender: UUIDValue) throws -> [SQL] {
    let json = try FinishedPush.json(finished)
    return ["SELECT id, state FROM finish_pushes(\(bind: .uuid(sender)), \(bind: .literal(json, .jsonb)))"]
  }

  package static func giveUp(keeping days: Int) -> SQL {
    "SELECT id, kind, state FROM give_up_pushes(500, \(bind: .int4(Int32(clamping: days))))"
  }

  package static var state: SQL { "SELECT waiting, later, oldest_seconds FROM push_state()" }

  package func outcome(of finished: FinishedPush, state: String?) -> PushResult? {
    state.map { _ in PushResult(service: service, result: finished.result) }
  }
}

extension Outbox<WaitingPush> {
  /// A device by its id; nil if there is none.
  package func device(_ id: UUIDValue) async throws -> (service: PushService, token: String)? {
    let sql: SQL = "SELECT platform, token FROM push_device(\(bind: .uuid(id)))"
    let rows = try await pool.snapshot([sql.statement], for: .process)[0]
    guard rows.count > 0, let service = rows.text(row: 0, column: 0).flatMap({ PushService(platform: $0) }),
      let token = rows.text(row: 0, column: 1)
    else { return nil }
    return (service, token)
  }
}

/// The result of a try and the service that gave it, as the metrics count them.
package struct PushResult: Hashable, Sendable {
  package let service: PushService
  package let result: FinishedPush.Result

  package init(service: PushService, result: FinishedPush.Result) {
    self.service = service
    self.result = result
  }
}
