import Recurrence
import SQL

/// The occurrence that a mutation changed, as a setting of its transaction: the payload reads the entry of it.
enum OccurrenceSetting {
  private static let name = "hatched.occurrence"

  /// Null where no mutation has set it.
  static var series: SQL { "(nullif(split_part(current_setting('\(unescaped: name)', true), ' ', 1), ''))::uuid" }
  static var day: SQL { "(nullif(split_part(current_setting('\(unescaped: name)', true), ' ', 2), ''))::date" }

  static func statement(_ series: UUIDValue, _ day: LocalDay) -> SQL {
    "SELECT set_config('\(unescaped: name)', \(bind: .text("\(series) \(day)")), true)"
  }
}
