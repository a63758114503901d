import Planning
import SQL

extension MutationInput {
  /// The column of an `EmailAddress`, if the field is given.
  func emailAddress(_ name: String, _ column: String) throws(MutationFailure) -> EntityMutations.Values {
    try value(name, column, .text, emailAddress(name))
  }

  /// The column of a `TimeZone`, if the field is given. Which zones there are is the database's to say.
  func timeZone(_ name: String, _ column: String) throws(MutationFailure) -> EntityMutations.Values {
    guard isGiven(name) else { return [] }
    guard let zone = try timeZone(name) else {
      throw .invalid("\"\(name)\" must not be null.", at: path(of: name))
    }
    return [.init(column, sql: "known_time_zone(\(bind: zone))")]
  }
}

extension EntityMutations {
  static let noTimeZone = "\"timeZone\" must be the IANA name of a time zone that there is, such as America/New_York."
}
