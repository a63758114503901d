package import Planning
import SQL

/// The viewers for whom the rows of a table exist, said once. From it follow the planner's condition, the policies of row-level
/// security, the writers that directives may name, the rows that a change locks first, and the versions that it bumps.
///
///     school_classes.school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[])
///     CREATE POLICY … USING (school_id = ANY (nullif(current_setting('hatched.administered_school_ids', true), '')::uuid[]))
package struct Scope: Sendable {
  /// A column of the rows, and the value of a viewer that it has to equal, or be among.
  package struct Owner: Hashable, Sendable {
    package let column: String
    package let attribute: Viewer.Attribute
    /// Whether such a viewer only reads the rows: its policies are `FOR SELECT`.
    package let isReader: Bool
    /// How a column of several values is compared with those of the viewer; nil for a column of one value.
    let overlap: Overlap?

    enum Overlap: String {
      /// The viewer has one of them.
      case any = "&&"
      /// The viewer has all of them.
      case all = "<@"
      /// The viewer, who has one value, is one of them.
      case has = "@>"
    }

    fileprivate init(_ column: String, _ attribute: Viewer.Attribute, _ overlap: Overlap? = nil, isReader: Bool = false) {
      self.column = column
      self.attribute = attribute
      self.overlap = overlap
      self.isReader = isReader
    }
  }

  /// `ENROLMENT`, as messages and documents name it.
  package let name: String
  /// The owners of a row: each sees it.
  package let owners: [Owner]
  /// The place of a row, which a viewer has to have besides; nil where the owners are enough.
  package let place: Owner?
  /// The table of the owners themselves, whose key is the owner's id, such as `schools`; nil for none.
  package let root: String?
  /// The writers that directives of a type may name.
  package let writers: [WriterRule]
  /// The access rule of a payload's fields that show a row.
  let access: Access<Viewer>
  /// The column that says where a row of an audience is: the viewer has the place of each row that it sees, by which indexes find them.
  let placeColumn: String
  /// The ids by which a viewer may have hidden a row from itself; nil for none.
  let hidden: Owner?
  /// The rows that a change locks before those of the scope.
  package let lock: LockOrder.Step
  /// The kinds of versions that a change of a row bumps; a stream that watches one of them wakes.
  package let versions: Set<WatchedVersion.Kind>
  /// The table whose triggers copy the owners into rows that refer to it; nil where each row names its owner itself.
  package let mirrored: String?

  /// The column of the home of a row, where no owner is: the rows of two scopes with one are tied by it.
  private let home: String?

  private static let usualPlace = "school_id"

  private init(
    _ name: String, _ owners: [Owner], in place: Owner? = nil, at placeColumn: String = Scope.usualPlace, hidden: Owner? = nil,
    root: String? = nil, access: Access<Viewer>, writers: [WriterRule] = [], lock: LockOrder.Step, versions: Set<WatchedVersion.Kind>,
    mirrored: String? = nil, home: String? = nil
  ) {
    self.name = name
    self.owners = owners
    self.place = place
    self.placeColumn = placeColumn
    self.hidden = hidden
    self.root = root
    self.access = access
    self.writers = writers
    self.lock = lock
    self.versions = versions
    self.mirrored = mirrored
    self.home = home ?? (mirrored == nil ? nil : "family_id")
  }

  // MARK: The scopes

  /// Rows of a family: its members see them.
  static let family = Scope(
    "FAMILY", [.init("family_id", .familyID)], access: .family,
    writers: [.parents, .members, .students, .parentsAndOwner, .parentsAndKeeper, .accounts], lock: .family, versions: [.family])

  /// Rows of an account.
  static let account = Scope(
    "ACCOUNT", [.init("account_id", .accountID)], root: "accounts", access: .signedIn, writers: [.accounts],
    lock: .account, versions: [.account])

  /// Rows of a school that all its people see, and its administrators write.
  static let school = Scope(
    "SCHOOL", [.init("school_id", .schoolIDs, isReader: true), .init("school_id", .administeredSchoolIDs)], root: "schools",
    access: .schoolPeople, writers: [.administrators], lock: .school, versions: [.place])

  /// Rows of a school that its administrators alone see.
  static let administration = Scope(
    "ADMINISTRATION", [.init("school_id", .administeredSchoolIDs)], access: .staff, writers: [.administrators],
    lock: .school,
    versions: [.place])

  /// Rows of a class: its teachers see them, and the staff of the whole school.
  static let classStaff = Scope(
    "CLASS_STAFF", [.init("school_id", .staffSchoolIDs), .init("class_id", .staffClassIDs)], access: .staff,
    writers: [.administrators], lock: .school, versions: [.place])

  /// Rows of a family's student at a school, as the staff of the student's class see them. The same rows are of the scope `FAMILY`.
  package static let enrolment = Scope(
    "ENROLMENT", [.init("staff_school_id", .staffSchoolIDs), .init("class_id", .staffClassIDs)], access: .staff,
    lock: .family, versions: [.family, .place], mirrored: "enrolments")

  /// Rows that a card reader sees.
  static let reader = Scope(
    "READER", [.init("staff_school_id", .readerSchoolIDs)], access: .reader, lock: .family, versions: [.family, .place],
    mirrored: "enrolments")

  /// Files of a home: the members of a family see those of the family, and an account those that it has sent.
  static let file = Scope(
    "FILE", [.init("home_id", .familyID), .init("owner_id", .accountID)], access: .signedIn, lock: .family,
    versions: [.family, .account])

  /// The same files as the staff of schools and classes see them, through the enrolments and the persons whose pictures they are. The
  /// schools and the classes of all of these are copied to a file.
  static let classFile = Scope(
    "CLASS_FILE",
    [
      .init("staff_school_ids", .staffSchoolIDs, .any, isReader: true),
      .init("class_ids", .staffClassIDs, .any, isReader: true),
    ], access: .staff, lock: .family, versions: [.family, .account, .place], home: "home_id")

  /// The files of a school, as its people see them through rows that use them.
  static let schoolFile = Scope(
    "SCHOOL_FILE", [.init("home_id", .audienceIDs, isReader: true)], access: .schoolPeople, lock: .school, versions: [.account, .place])

  /// The pictures of the people of schools, as others there see them. The schools of all whose picture it is are copied to a file.
  static let personFile = Scope(
    "PERSON_FILE", [.init("people_school_ids", .audienceIDs, .any, isReader: true)], access: .schoolPeople, lock: .family,
    versions: [.family, .account, .place])

  /// Rows that anyone may read, with a token or without. No table has them: they are computed.
  static let everyone = Scope(
    "EVERYONE", [.init("everyone", .everyone)], access: .anyone, lock: .account, versions: [])

  /// Rows of a school for an audience: all its people, or those of some grades and classes. Administrators and dispatchers see all,
  /// and authors what they wrote. Administrators write all, and teachers what is for classes of their own alone.
  static let audience = Scope(
    "AUDIENCE",
    [
      .init("audience", .audienceIDs, .any, isReader: true), .init("school_id", .administeredSchoolIDs),
      .init("only_classes", .staffClassIDs, .all),
    ],
    access: .schoolPeople, writers: [.administrators, .administratorsAndTeachers], lock: .school, versions: [.account, .place])

  /// Content that people of a school write for such an audience, and that may be moderated: of a row that is not shown, its author and
  /// those who moderate it alone. Nobody sees what it has hidden from itself. See migrations/functions/tables/guard_content.sql.
  static let content = Scope(
    "CONTENT",
    [
      .init("audience", .audienceIDs, .any, isReader: true), .init("school_id", .administeredSchoolIDs),
      .init("only_classes", .staffClassIDs, .all), .init("author_id", .audienceIDs),
    ],
    hidden: .init("hidden_keys", .hiddenIDs, .any), access: .schoolPeople, lock: .school, versions: [.account, .place])

  /// Conversations, for their people and those who read along: see migrations/0097_conversations.sql. The place is a school.
  static let conversation = Scope(
    "CONVERSATION", [.init("audience", .audienceIDs, .any)], at: "home_id", access: .schoolPeople, lock: .school, versions: [.account])

  /// Messages of conversations: of one that is not shown, its author and the administrators who moderate it alone. Nobody sees what it
  /// has hidden from itself. See migrations/functions/tables/guard_messages.sql.
  static let message = Scope(
    "MESSAGE",
    [
      .init("audience", .audienceIDs, .any, isReader: true), .init("home_id", .administeredSchoolIDs), .init("author_id", .audienceIDs),
    ],
    at: "home_id", hidden: .init("hidden_keys", .hiddenIDs, .any), access: .schoolPeople, lock: .school, versions: [.account])

  /// Rows of a school that its staff and the families of its enrolled students see, and its administrators write.
  static let community = Scope(
    "COMMUNITY", [.init("school_id", .audienceIDs, isReader: true), .init("school_id", .administeredSchoolIDs)],
    access: .schoolPeople, writers: [.administrators], lock: .school, versions: [.place])

  /// Rows of a family that it shows to a school: its members see them, the administrators of the school, and the teachers of a class; each
  /// while it is one of the people of the school. See `Ticket`.
  static let ticket = Scope(
    "TICKET",
    [.init("family_id", .familyID), .init("staff_school_id", .administeredSchoolIDs), .init("class_id", .staffClassIDs)],
    in: .init("school_id", .audienceIDs), access: .schoolPeople, lock: .family, versions: [.family, .account, .place])

  /// Shopping lists: the members of the family see them, whose parents write them, and guests from outside, who read them.
  static let list = Scope(
    "LIST", [.init("family_id", .familyID), .init("guest_ids", .accountID, .has, isReader: true)], access: .signedIn,
    writers: [.parents], lock: .family, versions: [.family, .account])

  /// Their items, which guests write, too.
  static let listItem = Scope(
    "LIST_ITEM", [.init("family_id", .familyID), .init("writer_ids", .accountID, .has)], access: .signedIn, lock: .family,
    versions: [.family, .account])

  /// The guests of lists: the members of the family see all, and each guest itself.
  static let listGuest = Scope(
    "LIST_GUEST", [.init("family_id", .familyID), .init("account_id", .accountID, isReader: true)], access: .signedIn,
    writers: [.parents], lock: .family, versions: [.family, .account])

  /// Groups of families: their families see them, and all families those that take requests. Functions write them. See
  /// migrations/0110_groups.sql.
  static let group = Scope(
    "GROUP", [.init("audience", .audienceIDs, .any, isReader: true)], access: .signedIn, lock: .group, versions: [.account, .place])

  /// The families of a group, as the others there see them: but those that have blocked the viewer's.
  static let groupFamily = Scope(
    "GROUP_FAMILY", [.init("audience", .audienceIDs, .any, isReader: true)], at: "group_key", hidden: .init("own_keys", .hiddenIDs, .any),
    access: .signedIn, lock: .group, versions: [.account])

  /// Posts and comments of families in a group. Its author and the moderators alone see a row that is not shown. Nobody sees what it has
  /// hidden from itself. See migrations/functions/tables/guard_group.sql.
  static let groupContent = Scope(
    "GROUP_CONTENT",
    [
      .init("audience", .audienceIDs, .any, isReader: true), .init("moderator_key", .audienceIDs), .init("author_id", .audienceIDs),
    ],
    at: "group_key", hidden: .init("hidden_keys", .hiddenIDs, .any), access: .signedIn, lock: .group, versions: [.account])

  /// Rows of a group that its moderators alone see.
  static let groupModeration = Scope(
    "GROUP_MODERATION", [.init("moderator_key", .audienceIDs, isReader: true)], access: .signedIn, lock: .group, versions: [.account])

  /// Providers and their services: the account that is the provider sees and writes them, and all signed-in accounts read them once an
  /// operator has admitted the provider.
  static let directory = Scope(
    "DIRECTORY", [.init("account_id", .accountID), .init("directory_id", .directoryID, isReader: true)], access: .signedIn,
    writers: [.accounts], lock: .account, versions: [.account, .directory])

  /// Bookings, as the provider sees them, whose account they name. The same rows are of the scope `FAMILY`.
  static let booking = Scope(
    "BOOKING", [.init("account_id", .accountID)], access: .signedIn, lock: .family, versions: [.family, .account])

  /// The ids that the people of a school have chosen for rows there. No type shows them.
  static let usedIDs = Scope(
    "USED_IDS", [.init("school_id", .audienceIDs)], access: .schoolPeople, lock: .school, versions: [.place])

  package static let all: [Scope] = [
    .family, .account, .school, .administration, .classStaff, .enrolment, .reader, .file, .classFile, .schoolFile, .personFile, .everyone, .audience,
    .content, .conversation, .message, .community, .ticket, .list, .listItem, .listGuest, .group, .groupFamily, .groupContent,
    .groupModeration, .directory, .booking, .usedIDs,
  ]
}

extension Scope {
  /// Whether the staff of a school and the families of its enrolled students see the rows: who sees one and may not change it, is
  /// told so.
  var isForPeople: Bool { owners[0].attribute == .audienceIDs && lock == .school }

  /// The planner's condition on rows: that of the first owner, or of the two that see rows side by side.
  var rows: RowScope<Viewer> { rows(by: { $0 }) }

  /// The same on rows of the owners themselves: `schools.id`.
  var roots: RowScope<Viewer> { rows(by: { _ in "id" }) }

  private func rows(by column: (String) -> String) -> RowScope<Viewer> {
    if let place {
      // The viewer has the place of each row that it sees, by which indexes find them.
      return RowScope(
        column: place.column, attribute: place.attribute, home: Scope.family.owners[0].column,
        sides: owners.map { .init(column: $0.column, attribute: $0.attribute) })
    }
    if owners[0].attribute == .audienceIDs, owners[0].overlap == .any, owners.count > 1 || placeColumn != Self.usualPlace {
      // The viewer has the school of each row of its audiences, by which indexes find them.
      let audience = RowScope<Viewer>.Owner(column: owners[0].column, attribute: owners[0].attribute)
      return RowScope(
        column: placeColumn, attribute: owners[0].attribute, audience: audience,
        hidden: hidden.map { .init(column: $0.column, attribute: $0.attribute) })
    }
    let other = owners.dropFirst().first { $0.column != owners[0].column }
    return RowScope(
      column: column(owners[0].column), attribute: owners[0].attribute, isArray: owners[0].overlap != nil,
      or: other.map { .init(column: $0.column, attribute: $0.attribute, isArray: $0.overlap != nil) },
      home: home)
  }

  /// The scope whose rows an entity has.
  /// - Returns: nil for an entity that declares a condition of its own.
  package static func of(_ entity: Entity<Viewer>) -> Scope? {
    all.first { entity.scope.isSame(as: $0.rows) || $0.root == entity.table && entity.scope.isSame(as: $0.roots) }
  }

  /// The expressions of the policies on tables of the scope, as PostgreSQL prints them, with the column of each.
  ///
  ///     (family_id = (NULLIF(current_setting('hatched.family_id'::text, true), ''::text))::uuid)
  package func policies(on table: String) -> [(owner: Owner, expression: String)] {
    owners.map { ($0, $0.policy(column: table == root ? "id" : $0.column)) }
  }

  /// The expressions of all policies that there may be.
  /// - Parameter isReader: whether to list those that may be for reading alone.
  package static func policies(isReader: Bool) -> [String] {
    let expressions = all.flatMap { scope in
      scope.owners.filter { $0.isReader == isReader && ($0.attribute.scopeSetting != nil || $0.attribute == .directoryID) }.flatMap { owner in
        [owner.policy(column: owner.column)] + (scope.root == nil ? [] : [owner.policy(column: "id")])
      }
    }
    return Set(expressions).sorted()
  }
}

extension Scope.Owner {
  fileprivate func policy(column: String) -> String {
    if attribute == .directoryID {
      let account = Viewer.Attribute.accountID.scopeSetting ?? ""
      return "((\(column) IS NOT NULL) AND (NULLIF(current_setting('\(account)'::text, true), ''::text) IS NOT NULL))"
    }
    let value = "(NULLIF(current_setting('\(attribute.scopeSetting ?? "")'::text, true), ''::text))"
    if overlap == .has { return "(\(column) @> ARRAY[\(value)::uuid])" }
    if let overlap { return "(\(column) \(overlap.rawValue) \(value)::uuid[])" }
    return attribute.type == .uuidArray ? "(\(column) = ANY (\(value)::uuid[]))" : "(\(column) = \(value)::uuid)"
  }
}
