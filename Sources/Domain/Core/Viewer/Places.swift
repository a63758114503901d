package import SQL

/// The places of an account at schools, as the database says in the transaction that reads for it. A token names no place.
package struct Places: Hashable, Sendable {
  /// The schools of which it sees what all their people see: those where it works, and those of its family's children.
  package var schools: [UUIDValue] = []
  package var administeredSchools: [UUIDValue] = []
  /// The schools of all of whose classes it is staff: as an administrator or a dispatcher.
  package var staffSchools: [UUIDValue] = []
  /// The classes that it teaches.
  package var staffClasses: [UUIDValue] = []
  /// The keys of the audiences that it is of: see migrations/functions/tables/audience_of.sql.
  package var audience: [UUIDValue] = []
  /// The content and the persons that it has hidden from itself.
  package var hidden: [UUIDValue] = []

  package init() {}
}
