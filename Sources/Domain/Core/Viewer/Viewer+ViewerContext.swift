import Planning
package import SQL

extension Viewer: ViewerContext {
  package enum Attribute: ViewerAttribute, CaseIterable {
    case accountID, familyID, memberID, role
    /// The same for all viewers, and for requests without a token: the owner of what anyone may read.
    case everyone
    /// The schools of which it sees what all their people see.
    case schoolIDs
    case administeredSchoolIDs
    /// The schools of all of whose classes it is staff.
    case staffSchoolIDs
    /// The classes that it teaches.
    case staffClassIDs
    /// The keys of the audiences that it is of: the schools where it works or has a child, their classes and grades, and more. See
    /// migrations/functions/tables/audience_of.sql.
    case audienceIDs
    /// The content and the persons that it has hidden from itself, by reports and blocks. See migrations/functions/school/mirror_block.sql.
    case hiddenIDs
    /// The school of a card reader.
    case readerSchoolIDs
    /// The directory of providers, of which there is one: all signed-in accounts read it.
    case directoryID

    package var type: SQLType {
      switch self {
      case .accountID, .familyID, .memberID, .everyone, .directoryID: .uuid
      case .role: .text
      case .schoolIDs, .administeredSchoolIDs, .staffSchoolIDs, .staffClassIDs, .audienceIDs, .hiddenIDs, .readerSchoolIDs:
        .uuidArray
      }
    }

    package var isOfAllPeople: Bool { self == .schoolIDs || self == .audienceIDs }

    /// The setting of a transaction that policies compare with; nil for a value that none compares.
    package var scopeSetting: String? {
      switch self {
      case .accountID: "hatched.account_id"
      case .familyID: "hatched.family_id"
      default: setting
      }
    }

    package var setting: String? {
      switch self {
      case .accountID, .familyID, .memberID, .role, .everyone, .directoryID: nil
      case .schoolIDs: "hatched.school_ids"
      case .administeredSchoolIDs: "hatched.administered_school_ids"
      case .staffSchoolIDs: "hatched.staff_school_ids"
      case .staffClassIDs: "hatched.staff_class_ids"
      case .audienceIDs: "hatched.audience_ids"
      case .hiddenIDs: "hatched.hidden_ids"
      case .readerSchoolIDs: "hatched.reader_school_ids"
      }
    }
  }

  /// The id of the directory, which rows of providers have once an operator has admitted them.
  package static let directoryID = UUIDValue(high: 0, low: 0xd1d1)

  /// The classes of viewers that access rules tell apart.
  package enum PlanClass: Hashable, Sendable, CaseIterable {
    case anonymous
    /// Signed in, without a family.
    case account
    case parent
    case student
    /// A card reader of a school.
    case reader
  }

  package var planClass: PlanClass {
    switch self {
    case .anonymous: .anonymous
    case .reader: .reader
    case .account(let account):
      switch account.membership?.role {
      case nil: .account
      case .parent: .parent
      case .student: .student
      }
    }
  }

  var membership: Membership? {
    if case .account(let account) = self { account.membership } else { nil }
  }

  /// The viewer as it is at its places.
  package var outsideFamily: Viewer {
    guard case .account(var account) = self else { return self }
    account.membership = nil
    return .account(account)
  }

  /// Whether it is an account of which the transaction has not read the places, or that has none.
  package var hasNoPlaces: Bool {
    if case .account(let account) = self { account.places == Places() } else { false }
  }

  /// The same viewer at its places.
  package func at(_ places: Places) -> Viewer {
    guard case .account(var account) = self else { return self }
    account.places = places
    return .account(account)
  }

  package func value(of attribute: Attribute) -> SQLValue {
    switch (attribute, self) {
    case (.everyone, _): .uuid(UUIDValue(high: 0, low: 0))
    case (.directoryID, .account): .uuid(Self.directoryID)
    case (.directoryID, _): .null(.uuid)
    case (.accountID, .account(let account)): .uuid(account.accountID)
    case (.accountID, .anonymous), (.accountID, .reader): .null(.uuid)
    case (.familyID, _): membership.map { .uuid($0.familyID) } ?? .null(.uuid)
    case (.memberID, _): membership.map { .uuid($0.memberID) } ?? .null(.uuid)
    case (.role, _): membership.map { .text($0.role.rawValue) } ?? .null(.text)
    case (.schoolIDs, _): .uuidArray(places.schools)
    case (.administeredSchoolIDs, _): .uuidArray(places.administeredSchools)
    case (.staffSchoolIDs, _): .uuidArray(places.staffSchools)
    case (.staffClassIDs, _): .uuidArray(places.staffClasses)
    case (.audienceIDs, _): .uuidArray(places.audience)
    case (.hiddenIDs, _): .uuidArray(places.hidden)
    case (.readerSchoolIDs, .reader(let reader)): .uuidArray(reader.schoolID.map { [$0] } ?? [])
    case (.readerSchoolIDs, _): .uuidArray([])
    }
  }

  private var places: Places {
    if case .account(let account) = self { account.places } else { Places() }
  }

  /// The scope is text and is unset by the empty string: `set_config` takes no null.
  package var scopeStatement: Statement {
    let account = if case .account(let account) = self { account.accountID.description } else { "" }
    return Statement(
      text: """
        SELECT set_config('hatched.account_id', $1, true), set_config('hatched.family_id', $2, true)
        """,
      binds: [.text(account), .text(membership?.familyID.description ?? "")])
  }
}
