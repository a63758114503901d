package import Domain
package import GraphQL
package import Postgres
import SQL

/// A calendar feed whose address somebody has, now.
package struct ServedFeed: Sendable {
  /// The member whose feed it is, as the holder of the address.
  package let viewer: AccountViewer
  package let name: String
  /// Empty for all.
  package let kinds: [String]
  /// Empty for all.
  package let memberIDs: [String]
  package let zone: String
  /// `2026-09-07`, in the zone.
  package let today: String
  /// Another one whenever the answer may be.
  package let stamp: String
}

/// Asks the database for the feeds of addresses, by the hashes of their secrets.
package struct CalendarFeeds: Sendable {
  private let pool: ConnectionPool

  /// - Parameter pool: of the role `hatched_app`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// - Returns: nil for an address that is unknown or was deleted, and of a member who has left.
  /// - Throws: when the database does not answer.
  package func feed(_ secret: FeedSecret) async throws -> ServedFeed? {
    let statement: SQL = """
      SELECT family_id, member_id, account_id, role, name, array_to_string(kinds, ','), array_to_string(member_ids, ','), zone, today::text, \
      stamp FROM feed_of_secret(\(bind: secret.hash))
      """
    let rows = try await pool.snapshot([statement.statement], for: .process)[0]
    guard rows.count == 1, let family = rows.uuid(row: 0, column: 0), let member = rows.uuid(row: 0, column: 1),
      let account = rows.uuid(row: 0, column: 2), let role = rows.text(row: 0, column: 3).flatMap(Role.init(rawValue:)),
      let name = rows.text(row: 0, column: 4), let zone = rows.text(row: 0, column: 7), let today = rows.text(row: 0, column: 8),
      let stamp = rows.text(row: 0, column: 9)
    else { return nil }
    func list(_ column: Int) -> [String] { (rows.text(row: 0, column: column) ?? "").split(separator: ",").map(String.init) }
    let membership = Membership(familyID: family, memberID: member, role: role)
    return ServedFeed(
      viewer: AccountViewer(holdingAddress: account, membership: membership), name: name, kinds: list(5), memberIDs: list(6), zone: zone,
      today: today, stamp: stamp)
  }

  /// The events and tasks of a feed, and the last changes of its other entries.
  /// - Throws: when the database does not answer.
  package func series(_ secret: FeedSecret, of feed: ServedFeed, from first: String, to last: String) async throws -> JSONValue {
    let statement: SQL = """
      SELECT series_of_feed(\(bind: secret.hash), \(bind: .literal(first, .date)), \(bind: .literal(last, .date)))
      """
    let account = feed.viewer.accountID
    let rows = try await pool.snapshot([statement.statement], for: Load(LoadKey(.account, high: account.high, low: account.low)))[0]
    return try JSONValue(parsing: Array((rows.text(row: 0, column: 0) ?? "[]").utf8))
  }
}
