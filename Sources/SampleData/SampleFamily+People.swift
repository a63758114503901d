import SQL

extension SampleFamily {
  func hasAccount(_ person: Int) -> Bool {
    person < parentCount || studentAccountBits >> UInt64(person - parentCount) & 1 == 1
  }

  var peopleWithAccounts: [Int] {
    (0..<personCount).filter(hasAccount)
  }

  func account(ofPerson person: Int) -> SampleAccount {
    SampleAccount(
      account: identity(.account, person).id, session: identity(.session, person).id, family: id,
      member: identity(.member, person).id, role: role(of: person), name: names.fullName(of: person))
  }

  func role(of person: Int) -> SampleRole {
    person < parentCount ? .parent : .student
  }

  var names: FamilyNames {
    FamilyNames(parentCount: parentCount, using: generator(.names, 0))
  }

  /// An address without an owner: `example.com` is reserved (RFC 2606). Unique, whatever other samples are loaded too.
  private func email(of person: Int) -> String {
    "\(names.mailbox(of: person)).\(index)@seed\(sample.seed).example.com"
  }

  static let families = TableOutline(
    name: "families",
    columns: ["family_id", "name", "time_zone", "code", "join_policy", "created_at", "updated_at"],
    rowCount: { _ in 1 },
    write: { family, _, text in
      var settings = family.generator(.settings, 0)
      text.appendRow(
        family.id, family.names.household, family.timeZone, settings.drawFamilyCode(),
        settings.draw(oneIn: 8) ? "AUTOMATIC" : "CONFIRM", family.created, family.created)
    })

  static let members = TableOutline(
    name: "members",
    columns: [
      "family_id", "id", "account_id", "role", "name", "email", "created_at", "updated_at", "push_notifications",
      "week_start",
    ],
    rowCount: \.personCount,
    write: { family, person, text in
      let row = family.identity(.member, person)
      var settings = family.generator(.settings, 1 + person)
      let hasAccount = family.hasAccount(person)
      text.appendRow(
        family.id, row.id, hasAccount ? family.identity(.account, person).id : nil,
        family.role(of: person).rawValue, family.names.fullName(of: person),
        hasAccount ? family.email(of: person) : nil, row.created, row.created,
        settings.draw(oneIn: 6) ? "false" : "true", settings.draw(oneIn: 4) ? "MONDAY" : "SUNDAY")
    })

  static let accounts = TableOutline(
    name: "accounts",
    columns: ["id", "name", "email", "created_at", "updated_at"],
    rowCount: { $0.peopleWithAccounts.count + $0.joiningPersonCount },
    write: { family, row, text in
      let people = family.peopleWithAccounts
      guard row < people.count else { return family.writeJoiningPerson(&text) }
      let person = people[row]
      let row = family.identity(.account, person)
      text.appendRow(
        row.id, family.names.fullName(of: person), family.email(of: person), row.created, row.created)
    })

  static let sessions = TableOutline(
    name: "sessions",
    columns: ["account_id", "id", "created_at", "expires_at"],
    rowCount: \.peopleWithAccounts.count,
    write: { family, row, text in
      let person = family.peopleWithAccounts[row]
      let row = family.identity(.session, person)
      let expires = Moment(family.sample.referenceDay.adding(days: SampleFamilies.sessionDays))
      text.appendRow(family.identity(.account, person).id, row.id, row.created, expires)
    })
}

extension SampleFamilies {
  /// How long after the reference day sessions expire: ten years, so that benchmarks need not renew them.
  static let sessionDays = 3653
}
