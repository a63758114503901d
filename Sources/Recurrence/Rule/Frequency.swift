/// The periods of a rule, with the names that the schema and RFC 5545 share.
package enum Frequency: String, CaseIterable, Hashable, Sendable {
  case daily = "DAILY"
  case weekly = "WEEKLY"
  case monthly = "MONTHLY"
  case yearly = "YEARLY"
}
