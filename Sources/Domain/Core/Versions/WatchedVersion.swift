package import SQL

/// A version that an answer depends on, with the stamp that it had when the answer was read.
package struct WatchedVersion: Hashable, Sendable {
  /// As `changed_versions` of migrations/0051_schools.sql names them.
  package enum Kind: String, Sendable {
    case epoch = "EPOCH"
    case account = "ACCOUNT"
    case family = "FAMILY"
    case requests = "REQUESTS"
    /// The version of a school, or of one of its classes.
    case place = "PLACE"
    /// The version of the directory of providers.
    case directory = "DIRECTORY"
  }

  package let kind: Kind
  /// The id of the account, the family, the school, the class or the directory; zero for the epoch, of which there is only one.
  package let id: UUIDValue
  package let stamp: UUIDValue

  package init(_ kind: Kind, of id: UUIDValue, stamp: UUIDValue) {
    self.kind = kind
    self.id = id
    self.stamp = stamp
  }

  /// Reads which of some versions have another stamp now: rows with the place of each in the list, from 1. Numbers and random
  /// stamps are all that it reads, so that it needs no scope.
  package static func changes(of versions: [WatchedVersion]) -> Statement {
    Statement(
      text: "SELECT place FROM changed_versions($1, $2, $3)",
      binds: [
        .textArray(versions.map(\.kind.rawValue)), .uuidArray(versions.map(\.id)), .uuidArray(versions.map(\.stamp)),
      ])
  }
}
