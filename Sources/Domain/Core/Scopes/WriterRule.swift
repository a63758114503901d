package import Derivation
import Planning

/// The writers that a directive may name, with the rule of who may run the mutation. Which rows are theirs is decided by the scope,
/// and by `Ownership` and `Keeping`.
package struct WriterRule: Sendable {
  let writers: Writers
  let access: Access<Viewer>

  static let parents = WriterRule(writers: Writers("PARENTS", "Parents only."), access: .parents)
  static let members = WriterRule(writers: Writers("MEMBERS", "For members of a family."), access: .members)
  static let students = WriterRule(writers: Writers("STUDENTS", "Students only."), access: .students)
  static let accounts = WriterRule(
    writers: Writers("ACCOUNTS", "For every account, in a family or not."), access: .signedIn)
  static let parentsAndOwner = WriterRule(
    writers: Writers("PARENTS_AND_OWNER", "For parents, and for students on rows of their own.", claim: .owner),
    access: .parentsAndOwner)
  static let parentsAndKeeper = WriterRule(
    writers: Writers(
      "PARENTS_AND_KEEPER",
      "For parents, and for students on rows that they keep while `studentsKeep` is `COURSES_AND_GRADES`.",
      claim: .keeper),
    access: .parentsAndKeeper)
  /// The administrators of the school that the row belongs to, which the change checks.
  static let administrators = WriterRule(
    writers: Writers("ADMINISTRATORS", "Administrators only.", isStaff: true), access: .signedIn)
  /// The same, and its teachers for rows that are for classes of their own alone: see `AudienceWriting`.
  static let administratorsAndTeachers = WriterRule(
    writers: Writers(
      "ADMINISTRATORS_AND_TEACHERS", "For administrators, and for teachers where all classes are their own.", isStaff: true),
    access: .signedIn)
}

extension Writers {
  /// The writers of all scopes, each once.
  package static let all: [Writers] = Scope.all.flatMap(\.writers).map(\.writers).reduce(into: []) { all, writers in
    if !all.contains(writers) { all.append(writers) }
  }
}

extension Access where Viewer == Domain.Viewer {
  /// The rule of those who may write.
  init(_ writers: Writers) {
    let rule = Scope.all.lazy.flatMap(\.writers).first { $0.writers == writers }
    // `Expansion` knows the writers of scopes alone.
    guard let rule else { preconditionFailure("no scope has the writers \(writers.name)") }
    self = rule.access
  }
}
