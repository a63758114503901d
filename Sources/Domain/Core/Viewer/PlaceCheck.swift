package import SQL

/// The two statements in front of those that read rows of schools. The first sets the settings that policies and statements
/// compare with, and returns the account's places; the second reads them anew under the account's own row-level security.
/// Nothing is answered where the two differ.
package struct PlaceCheck: Sendable {
  fileprivate enum Kind: String {
    case school = "SCHOOL"
    case administered = "ADMINISTERED"
    case staff = "STAFF"
    case teaching = "TEACHING"
    /// A key of an audience.
    case audience = "AUDIENCE"
    /// Content, or a person, that the account has hidden from itself.
    case hidden = "HIDDEN"
    /// A class whose changes the account sees, for its version alone.
    case watched = "WATCHED"
  }

  fileprivate struct Place: Hashable {
    let kind: Kind
    let id: UUIDValue
  }

  private let viewer: AccountViewer

  /// Whether the plan reads the directory of groups, whose version the account watches then.
  private let readsGroupDirectory: Bool

  package init(of viewer: AccountViewer, readingGroupDirectory: Bool = false) {
    self.viewer = viewer
    readsGroupDirectory = readingGroupDirectory
  }

  /// Behind the statement that sets the scope. See migrations/0051_schools.sql.
  package static let entering = Statement(text: "SELECT kind, id, stamp FROM enter_places()", binds: [])

  private static let enteringGroupDirectory = Statement(
    text: "\(entering.text) UNION ALL SELECT 'WATCHED', id, stamp FROM group_directory()", binds: [])

  package var statements: [Statement] { [readsGroupDirectory ? Self.enteringGroupDirectory : Self.entering, confirmation] }

  /// A row for each row of the tables that places come from: what a role means is said here once more, apart from `enter_places`.
  private var confirmation: Statement {
    let membership = viewer.membership
    let families = membership == nil ? "" : "UNION ALL SELECT 'FAMILY', school_id FROM school_families WHERE family_id = $2 "
    let enrolled = membership.map { " UNION ALL SELECT rows.school_id, rows.class_id \(Self.enrolments(of: $0.role))" } ?? ""
    let own = membership.map {
      " UNION ALL SELECT 'AUDIENCE', audience_key(rows.school_id, 'member ' || $3::uuid::text) \(Self.enrolments(of: $0.role))"
        + Self.conversations(of: $0.role) + Self.household(of: $0.role)
    }
    return Statement(
      text: """
        WITH heard (school_id, class_id) AS (\
        SELECT school_id, class_id FROM school_staff_classes WHERE account_id = $1\(enrolled)) \
        SELECT role, school_id AS id FROM school_staff WHERE account_id = $1 \(families)\
        UNION ALL SELECT 'CLASS', class_id FROM school_staff_classes WHERE account_id = $1 \
        UNION ALL SELECT 'HIDDEN', hidden_id FROM content_hidings WHERE account_id = $1 \
        UNION ALL SELECT 'AUDIENCE', unnest(ARRAY[school_id, id, audience_key(school_id, 'person ' || id::text), \
        audience_key(school_id, 'team')]) FROM school_staff WHERE account_id = $1 \
        UNION ALL SELECT 'AUDIENCE', audience_key(school_id, 'staff') FROM school_staff WHERE account_id = $1 AND role <> 'TEACHER' \
        UNION ALL SELECT 'AUDIENCE', audience_key(school_id, 'administrators') FROM school_staff \
        WHERE account_id = $1 AND role = 'ADMINISTRATOR' \
        UNION ALL SELECT 'AUDIENCE', audience_key(class_id, 'talk') FROM school_staff_classes WHERE account_id = $1 \
        UNION ALL SELECT 'AUDIENCE', unnest(ARRAY[audience_key(id, 'provider'), audience_key(id, 'clients')]) FROM providers \
        WHERE account_id = $1 \
        UNION ALL SELECT 'AUDIENCE', unnest(array_remove(ARRAY[school_id, class_id], NULL)) FROM heard \
        UNION ALL SELECT 'AUDIENCE', audience_key(heard.school_id, 'grade ' || classes.grade) FROM heard \
        JOIN school_classes classes ON classes.school_id = heard.school_id AND classes.id = heard.class_id AND classes.grade IS NOT NULL\(own ?? "")
        """,
      binds: [.uuid(viewer.accountID)]
        + (membership.map { [.uuid($0.familyID), .uuid($0.memberID)] } ?? []))
  }

  /// The enrolments of which a member hears what the school tells its people: a parent of all children, but those from whom the school
  /// has barred it; a student of its own.
  private static func enrolments(of role: Role) -> String {
    "FROM enrolments rows WHERE rows.family_id = $2 AND rows.state = 'CONFIRMED'\(role == .student ? " AND rows.student_id = $3" : "") "
      + "AND EXISTS (SELECT 1 FROM school_families home WHERE home.family_id = $2 AND home.school_id = rows.school_id) "
      + "AND NOT EXISTS (SELECT 1 FROM own_barred_enrolments() barred WHERE barred.id = rows.id)"
  }

  /// The keys of conversations: those of classes, and for a parent those of children under 18, with whom it reads along.
  private static func conversations(of role: Role) -> String {
    let classes = " UNION ALL SELECT 'AUDIENCE', audience_key(rows.class_id, 'talk') \(enrolments(of: role)) AND rows.class_id IS NOT NULL"
    guard role == .parent else { return classes }
    func child(_ condition: String) -> String {
      " AND EXISTS (SELECT 1 FROM members child JOIN schools place ON place.id = rows.school_id "
        + "WHERE child.family_id = $2 AND child.id = rows.student_id AND (\(condition)))"
    }
    let isMinor = "child.birthday IS NULL OR child.birthday > (now() AT TIME ZONE place.time_zone)::date - interval '18 years'"
    return classes + child("\(isMinor) OR place.parents_write_to_parents")
      + " UNION ALL SELECT 'AUDIENCE', audience_key(rows.school_id, 'guard ' || rows.student_id::text) \(enrolments(of: role))" + child(isMinor)
  }

  /// The keys of what families share, and of parents' conversations with providers, and what the family has hidden from itself: see
  /// migrations/0110_groups.sql and 0113_provider_conversations.sql. An account that is not the member has none.
  private static func household(of role: Role) -> String {
    let isOwn = "EXISTS (SELECT 1 FROM members own WHERE own.family_id = $2 AND own.id = $3 AND own.account_id = $1)"
    let ofParents =
      role == .parent
      ? ", audience_key(group_family_id, 'parents'), CASE WHEN is_moderator THEN audience_key(group_id, 'moderators') END" : ""
    let clients =
      role == .parent
      ? "UNION ALL SELECT 'AUDIENCE', audience_key($2, 'parents') WHERE \(isOwn) "
        + "UNION ALL SELECT 'AUDIENCE', audience_key(provider_id, 'clients') FROM family_conversations "
        + "WHERE family_id = $2 AND provider_id IS NOT NULL AND \(isOwn) " : ""
    return " UNION ALL SELECT 'AUDIENCE', unnest(ARRAY[audience_key('00000000-0000-0000-0000-000000000000', 'groups'), "
      + "audience_key($2, 'home'), audience_key($3, 'self')]) WHERE \(isOwn) \(clients)"
      + "UNION ALL SELECT 'AUDIENCE', unnest(array_remove(ARRAY[audience_key(group_id, 'group'), group_family_id\(ofParents)], NULL)) "
      + "FROM group_memberships WHERE family_id = $2 AND state = 'MEMBER' AND \(isOwn) "
      + "UNION ALL SELECT 'HIDDEN', unnest(array_remove(ARRAY[hidden_id, "
      + "CASE WHEN cause = 'BLOCKED' THEN audience_key(hidden_id, 'row') END], NULL)) FROM group_hidings WHERE family_id = $2 AND \(isOwn)"
  }

  /// The places that both statements name.
  /// - Parameter rows: of `statements`.
  /// - Returns: nil where they differ.
  package func places(in rows: ArraySlice<Rows>) -> Places? {
    guard rows.count == 2, let entered = rows.first, let confirmed = rows.last else { return nil }
    let places = Self.places(of: entered).filter { $0.kind != .watched }
    return Set(places) == Self.places(confirmed: confirmed) ? Places(places) : nil
  }

  /// The places that were entered, for a transaction that changes something.
  /// - Parameter rows: of `entering`.
  package static func places(entered rows: Rows) -> Places { Places(places(of: rows)) }

  /// The same, of a call of the function.
  static func places(entered rows: [EnterPlacesRow]) -> Places {
    Places(rows.compactMap { row in Kind(rawValue: row.kind).map { Place(kind: $0, id: row.id) } })
  }

  /// The versions of all that the account sees of its places.
  /// - Parameter rows: of `entering`.
  package static func versions(entered rows: Rows) -> [WatchedVersion] {
    (0..<rows.count).compactMap { row in
      guard let id = rows.uuid(row: row, column: 1), let stamp = rows.uuid(row: row, column: 2) else { return nil }
      return WatchedVersion(.place, of: id, stamp: stamp)
    }
  }

  private static func places(confirmed rows: Rows) -> Set<Place>? {
    var places: Set<Place> = []
    for row in 0..<rows.count {
      guard let origin = rows.text(row: row, column: 0), let id = rows.uuid(row: row, column: 1), let kinds = kinds(of: origin)
      else { return nil }
      places.formUnion(kinds.map { Place(kind: $0, id: id) })
    }
    return places
  }

  /// - Parameter origin: a role of `school_staff`, `FAMILY` or `CLASS`.
  /// - Returns: nil for an unknown role.
  private static func kinds(of origin: String) -> [Kind]? {
    switch origin {
    case "ADMINISTRATOR": [.school, .administered, .staff]
    case "DISPATCHER": [.school, .staff]
    case "TEACHER", "FAMILY": [.school]
    case "CLASS": [.teaching]
    case "AUDIENCE": [.audience]
    case "HIDDEN": [.hidden]
    default: nil
    }
  }

  private static func places(of rows: Rows) -> [Place] {
    (0..<rows.count).compactMap { row in
      guard let kind = rows.text(row: row, column: 0).flatMap(Kind.init(rawValue:)), let id = rows.uuid(row: row, column: 1)
      else { return nil }
      return Place(kind: kind, id: id)
    }
  }
}

extension Places {
  fileprivate init(_ places: [PlaceCheck.Place]) {
    func all(_ kind: PlaceCheck.Kind) -> [UUIDValue] { places.filter { $0.kind == kind }.map(\.id) }
    schools = all(.school)
    administeredSchools = all(.administered)
    staffSchools = all(.staff)
    staffClasses = all(.teaching)
    audience = all(.audience)
    hidden = all(.hidden)
  }
}
