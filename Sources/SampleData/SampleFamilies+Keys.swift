package import SQL

// For benchmarks, which need tokens and keys of families that are already loaded. In all of them
// `family` must be in `0..<count`.
extension SampleFamilies {
  /// The key of a family; `familyID(0)` is in the database if this sample has been loaded.
  package func familyID(_ family: Int) -> UUIDValue {
    self[family].id
  }

  /// The family's first parent: every family has one.
  package func parentAccount(of family: Int) -> SampleAccount {
    let family = self[family]
    return family.account(ofPerson: 0)
  }

  /// The family's first student, who always has an account; nil in a sample without students.
  package func studentAccount(of family: Int) -> SampleAccount? {
    let family = self[family]
    return studentsPerFamily > 0 ? family.account(ofPerson: family.parentCount) : nil
  }

  /// Everyone in the family who can sign in, parents first.
  package func accounts(of family: Int) -> [SampleAccount] {
    let family = self[family]
    return family.peopleWithAccounts.map(family.account(ofPerson:))
  }

  /// The members of the family that are students, with or without an account.
  package func studentIDs(of family: Int) -> [UUIDValue] {
    let family = self[family]
    return (0..<studentsPerFamily).map { family.identity(.member, family.parentCount + $0).id }
  }

  package func courseIDs(of family: Int) -> [UUIDValue] {
    let family = self[family]
    return (0..<family.courseCount).map { family.identity(.course, $0).id }
  }
}
