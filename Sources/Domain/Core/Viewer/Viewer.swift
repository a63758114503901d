package import SQL

/// The sender of a request. A request without a token has the anonymous viewer.
package enum Viewer: Hashable, Sendable {
  case anonymous
  case account(AccountViewer)
  case reader(ReaderViewer)
}

/// A card reader of a school (BG-09), by the hash of its token. Whether a reader has that, the database says in each transaction.
package struct ReaderViewer: Hashable, Sendable {
  package let tokenHash: SQLValue
  /// None before the database has said which.
  package var schoolID: UUIDValue?

  package init(_ token: ReaderToken) { tokenHash = token.hash }
}

/// An account with its session, and its place in a family if it has one, as its token says. The token's claims count
/// only after the membership check of the same transaction.
package struct AccountViewer: Hashable, Sendable {
  package var accountID: UUIDValue
  package var sessionID: UUIDValue
  package var membership: Membership?
  /// None before the database has said which: see `PlaceCheck`.
  package var places = Places()

  /// Whether the viewer came by an address that the server gave to the account, with no token. It has no session, and reads only: what
  /// changes something asks for a session.
  package private(set) var holdsAddress = false

  package init(accountID: UUIDValue, sessionID: UUIDValue, membership: Membership?) {
    self.accountID = accountID
    self.sessionID = sessionID
    self.membership = membership
  }

  /// The holder of an address. No session has the id that stands for one here.
  package init(holdingAddress accountID: UUIDValue, membership: Membership?) {
    self.init(accountID: accountID, sessionID: UUIDValue(high: 0, low: 0), membership: membership)
    holdsAddress = true
  }
}

/// A place in a family.
package struct Membership: Hashable, Sendable {
  package var familyID: UUIDValue
  package var memberID: UUIDValue
  package var role: Role

  package init(familyID: UUIDValue, memberID: UUIDValue, role: Role) {
    self.familyID = familyID
    self.memberID = memberID
    self.role = role
  }
}

/// The role of a member in a family: `Role` of the SDL, `members.role` of the database.
package enum Role: String, Hashable, Sendable, CaseIterable {
  case parent = "PARENT"
  case student = "STUDENT"
}
