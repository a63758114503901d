import Planning
import SQL

/// The bookings of a family of the last 180 days and later, as rules of suggestions count them.
enum BookedService {
  /// - Returns: rows with the service and the state as it reads now. `day` is in their scope.
  static func rows(of family: SQL) -> SQL {
    let state = Booking.state(of: RowReference(alias: "made") { _ in "NULL" })
    return """
      SELECT made.service_id, \(state) AS reading FROM bookings made WHERE made.family_id = \(family) \
      AND made.starts_at >= (day.today - 180)::timestamp AT TIME ZONE day.zone OFFSET 0
      """
  }

  /// How many of the rows `booked` are done.
  static let doneCount: SQL = "count(*) FILTER (WHERE booked.reading = 'DONE')"

  /// How many of them are to come.
  static let openCount: SQL = "count(*) FILTER (WHERE booked.reading IN ('PENDING', 'CONFIRMED'))"

  /// The tables of the directory of providers, whose version changes with them.
  static let services: SQL = "\(unescaped: "services", reading: .version(VersionScope.directory))"
  static let providers: SQL = "\(unescaped: "providers", reading: .version(VersionScope.directory))"
}
