package import SQL

/// The ids that a session token names, for one person of the sample who can sign in.
package struct SampleAccount: Hashable, Sendable {
  package let account: UUIDValue
  package let session: UUIDValue
  package let family: UUIDValue
  package let member: UUIDValue
  package let role: SampleRole
  package let name: String
}

/// The role of a member; its raw value is what the column `role` holds.
package enum SampleRole: String, Sendable {
  case parent = "PARENT"
  case student = "STUDENT"
}
