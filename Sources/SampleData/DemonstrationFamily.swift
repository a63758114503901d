package import SQL

/// The Riveras: one small family written by hand, for trying the gateway out and for examples in
/// documentation, with the school at which it is registered. All its keys are constants, so a query that worked once works again.
package struct DemonstrationFamily: Sendable {
  /// The id of the family. Commands that load the tables look for it first: loading them a second time would fail.
  package static let id = key(.family, 1)

  /// The time zone that the family lives in.
  package static let timeZone = "America/New_York"

  /// The day that is today for the rows: due dates lie on both sides of it.
  package let referenceDay: CalendarDay

  package init(referenceDay: CalendarDay = .startOfSchoolYear) {
    self.referenceDay = referenceDay
  }

  /// Everyone in the family who can sign in: both parents first, then Ada and Leo.
  package var accounts: [SampleAccount] {
    DemonstrationPerson.allCases.filter(\.hasAccount).map { person in
      SampleAccount(
        account: person.accountID, session: person.sessionID, family: Self.id, member: person.id,
        role: person.role, name: person.name)
    }
  }

  /// `0198f000-0000-7000-8005-000000000003`: the variant's group says the kind, the last one the number.
  static func key(_ kind: SampleKind, _ number: Int) -> UUIDValue {
    UUIDValue(
      high: 0x0198_f000_0000_7000, low: (0x8000 | kind.rawValue) << 48 | UInt64(truncatingIfNeeded: number))
  }
}
