/// The subject of a consent: `ConsentKind` of the SDL, `consents.kind` of the database.
package enum ConsentKind: String, CaseIterable, Hashable, Sendable {
  /// The student has an account.
  case account = "ACCOUNT"
  /// The staff of its schools see its picture.
  case photographs = "PHOTOGRAPHS"
  /// It posts, comments and writes at its schools.
  case messages = "MESSAGES"
}
