import Derivation
import GraphQL
import Planning
import SQL
import Domain
import TestSupport
import Testing

/// Every constraint of the database has an answer to clients, or a reason for which no client violates it.
@Suite(.serialized) struct ConstraintTests {
  private static let database = Task { try await WalkedSchema.recipe.database("constraints", families: 1) }

  /// The columns that inputs write, by table, and the bounds that the schema gives them.
  private static func writtenColumns(_ walked: WalkedSchema) -> [String: [String: WritableField]] {
    var columns: [String: [String: WritableField]] = [:]
    for declaration in walked.declarations {
      guard let entity = walked.map.entity(declaration.name) else { continue }
      for field in (declaration.creation?.fields ?? []) + declaration.updates.flatMap(\.fields) {
        guard let column = walked.map.column(of: field.field, on: declaration.name) else { continue }
        columns[entity.table, default: [:]][column] = field
      }
    }
    return columns
  }

  @Test func `Each constraint has a rule, or is the bounds that inputs check`() async throws {
    let walked = try WalkedSchema.recipe
    let written = Self.writtenColumns(walked)
    let rules = walked.map.constraints
    for constraint in try await CatalogConstraint.all(in: try await Self.database.value) {
      if FilledTables.reasons[constraint.table] != nil { continue }
      let columns = constraint.bounds.map { Set($0.keys) }
      // Compared in `bounds`.
      if let columns, !columns.isEmpty, columns.isSubset(of: Set((written[constraint.table] ?? [:]).keys)) { continue }
      guard let rule = rules[constraint.name] else {
        Issue.record(
          "\(constraint.table): list \(constraint.name) in `constraints` of the type whose table it is, or the table in FilledTables: \(constraint.definition)")
        continue
      }
      switch (constraint.kind, rule.meaning) {
      case (_, .unreachable), (.check, .invalid), (.check, .forbidden), (.foreignKey, .notFound), (.primaryKey, .conflict),
        (.unique, .conflict), (.unique, .invalid), (.exclusion, .conflict):
        break
      default: Issue.record("\(constraint.name) is \(constraint.kind), and its rule \(rule.meaning)")
      }
    }
  }

  @Test func `Each rule is for a constraint, and names fields of inputs`() async throws {
    let walked = try WalkedSchema.recipe
    let database = try await Self.database.value
    var names = Set(try await CatalogConstraint.all(in: database).map(\.name))
    // Those that triggers raise by name, and those that many tables have.
    let raised = try await database.run("SELECT prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc LIKE '%CONSTRAINT%'")
    let sources = (0..<raised.count).compactMap { raised.text(row: $0, column: 0) }.joined()
    for table in Set(try await CatalogConstraint.all(in: database).map(\.table)) {
      names.formUnion(ConstraintRule.keys(of: table).map(\.name))
      names.formUnion(["\(table)_family", "\(table)_account", "\(table)_barred", "\(table)_minor_unit"])
    }
    let fields = Set(
      ContractMutation.inputs(of: walked.schema).flatMap { walked.schema.inputObjectType(named: $0)?.fields.map(\.name) ?? [] })
    // Rules for keys and scopes follow from all types, also those whose rows no table has.
    let derived = ["_key", "_pkey", "_id", "_family", "_account"]
    for rule in walked.map.constraints.all where !derived.contains(where: rule.name.hasSuffix) {
      #expect(names.contains(rule.name) || sources.contains(rule.name), "no constraint is called \(rule.name)")
      for field in rule.fields { #expect(fields.contains(field), "\(rule.name): no input has \(field)") }
      #expect(rule.meaning == .unreachable || rule.meaning == .notFound || !rule.fields.isEmpty, "\(rule.name)")
      #expect(rule.meaning == .notFound || !rule.message.isEmpty, "\(rule.name)")
    }
  }

  @Test func `Each table that the server alone fills is there, and no input writes it`() async throws {
    let walked = try WalkedSchema.recipe
    let tables = Set(try await CatalogConstraint.all(in: try await Self.database.value).map(\.table))
    let written = Self.writtenColumns(walked)
    for (table, reason) in FilledTables.reasons {
      #expect(tables.contains(table), "\(table)")
      #expect(written[table] == nil, "\(table)")
      #expect(!reason.isEmpty)
    }
  }

  @Test func `A column that must have a value gets one from a required field, from the server, or by default`() async throws {
    let walked = try WalkedSchema.recipe
    let written = Self.writtenColumns(walked)
    let rows = try await Self.database.value.run(
      """
      SELECT relname::text, attname::text FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attnotnull AND NOT atthasdef
        AND attname NOT IN ('family_id', 'id') ORDER BY 1, 2
      """)
    for row in 0..<rows.count {
      let table = try #require(rows.text(row: row, column: 0))
      let column = try #require(rows.text(row: row, column: 1))
      if FilledTables.reasons[table] != nil { continue }
      if let field = written[table]?[column] {
        #expect(field.isRequired || field.isOwner, "\(table).\(column): the field may be null, and the column may not")
      } else {
        #expect(FilledColumns.byTable[table]?.contains(column) == true, "\(table).\(column): list it in FilledColumns, or let it be null")
      }
    }
    for (table, columns) in FilledColumns.byTable {
      for column in columns { #expect(written[table]?[column] == nil, "\(table).\(column) is written by inputs") }
    }
  }

  // MARK: Bounds

  @Test func `The bounds of inputs are those of the tables`() async throws {
    let walked = try WalkedSchema.recipe
    var checked: [String: [String: CheckedBounds]] = [:]
    for constraint in try await CatalogConstraint.all(in: try await Self.database.value) {
      for (column, bounds) in constraint.bounds ?? [:] { checked[constraint.table, default: [:]][column] = bounds }
    }
    for (table, columns) in Self.writtenColumns(walked) {
      for (column, field) in columns {
        let bounds = checked[table]?[column] ?? CheckedBounds()
        try compare(field, bounds, "\(table).\(column)", walked.schema)
      }
    }
  }

  private func compare(_ field: WritableField, _ bounds: CheckedBounds, _ place: String, _ schema: Schema) throws {
    switch (field.kind, field.bounds) {
    case (.scalar("String"), .text(let characters, _)?):
      if let pattern = bounds.pattern {
        // A rule of the type has the message: see `collectors_telephone` and `members_language`.
        #expect(["collectors.telephone", "families.language", "members.language", "schools.language"].contains(place), "\(place): \(pattern)")
        return
      }
      #expect(bounds.maximumLength == characters.upperBound, "\(place)")
      // Blank text of an optional field is null, which no length refuses.
      let least = max(bounds.minimumLength ?? 0, 0)
      if field.isRequired { #expect(least == characters.lowerBound, "\(place)") } else { #expect(least <= 1, "\(place)") }
    case (.scalar("Int"), .integer(let range)?):
      #expect(bounds.minimum?.number == range.lowerBound && bounds.minimum?.isIncluded == true, "\(place)")
      #expect(bounds.maximum?.number == range.upperBound && bounds.maximum?.isIncluded == true, "\(place)")
    // `schools_place` compares both.
    case (.scalar("Float"), .number?) where ["schools.latitude", "schools.longitude"].contains(place): return
    case (.scalar("Float"), .number(let number)?):
      #expect(bounds.minimum?.number == number.minimum && bounds.minimum?.isIncluded == number.includesMinimum, "\(place)")
      #expect(bounds.maximum?.number == number.limit && bounds.maximum?.isIncluded == number.includesLimit, "\(place)")
      #expect(bounds.decimals == number.decimals, "\(place)")
    case (.enumeration(let name), _), (.enumerations(let name), _):
      guard case .enum(let type)? = schema.types[name] else { return }
      let refused = Self.refusedValues[place] ?? []
      #expect(bounds.values == Set(type.values.map(\.name)).subtracting(refused), "\(place)")
    case (.scalar("URL"), _): #expect(bounds.minimumLength == 1 && bounds.maximumLength == 6000, "\(place)")
    case (.scalar("EmailAddress"), _): #expect(bounds.minimumLength == 3 && bounds.maximumLength == 320, "\(place)")
    case (.scalar("Color"), _): #expect(bounds.pattern == "^#[0-9A-F]{6}$", "\(place)")
    case (.scalar("Currency"), _): #expect(bounds.values == Set(CurrencyCode.minorDigits.keys), "\(place)")
    // Rules of the type have the message.
    case (.scalar("Decimal"), _): return
    default: #expect(bounds == CheckedBounds(), "\(place): the table has bounds, and the field has none")
    }
  }

  /// Values of an enumeration that a table refuses, with a rule for its constraint: see `NewParentTests`.
  private static let refusedValues: [String: Set<String>] = [
    // All parents are told of each new one, always.
    "members.push_muted_kinds": ["NEW_PARENT"], "members.mail_muted_kinds": ["NEW_PARENT"]
  ]

  /// The columns of texts that no directive declares, which hand-written inputs write.
  private static let handWritten: [String: String] = [
    "updateSchool.name": "schools.name", "updateSchool.address": "schools.address",
    "createSchoolClass.name": "school_classes.name", "createSchoolClass.grade": "school_classes.grade",
    "updateSchoolClass.name": "school_classes.name", "updateSchoolClass.grade": "school_classes.grade",
    "createCardReader.name": "card_readers.name", "acceptStaffInvitation.name": "school_staff.name",
    "enrollStudent.studentNumber": "enrolments.student_number", "enrollStudent.gender": "enrolments.gender",
    "requestPickup.note": "dismissals.note", "handOver.to": "dismissals.handed_to",
    "cancelDismissals.reason": "dismissals.cancellation_reason", "reopenDismissal.reason": "dismissals.reopening_reason",
    "sendSchoolMessage.text": "class_messages.text", "sendClassMessage.text": "class_messages.text",
    "decideAbsenceReport.note": "absence_reports.decision_note",
    "createSchoolPost.text": "school_posts.text", "updateSchoolPost.text": "school_posts.text",
    "createSchoolComment.text": "school_comments.text", "rejectPost.reason": "school_posts.state_reason",
    "hideContent.reason": "school_posts.state_reason", "removeContent.reason": "school_comments.state_reason",
    "startConversation.title": "conversations.title", "startConversation.text": "conversation_messages.text",
    "sendMessage.text": "conversation_messages.text", "appealContent.text": "school_posts.appeal",
    "report.text": "school_reports.text",
    "createTicket.title": "tickets.title", "createTicket.text": "ticket_messages.text",
    "writeTicket.text": "ticket_messages.text", "answerTicket.text": "ticket_messages.text",
    "createCalendarFeed.name": "calendar_feeds.name", "updateCalendarFeed.name": "calendar_feeds.name",
    "updateCalendarSubscription.name": "calendar_subscriptions.name",
    "changeOccurrence.title": "occurrences.title", "changeOccurrence.text": "occurrences.text", "changeOccurrence.place": "occurrences.place",
    "splitSeries.title": "events.title", "splitSeries.text": "events.text", "splitSeries.place": "events.place",
    "createShoppingItem.name": "shopping_items.name", "updateShoppingItem.name": "shopping_items.name",
    "createShoppingItem.unit": "shopping_items.unit", "updateShoppingItem.unit": "shopping_items.unit",
    "createShoppingItem.category": "shopping_items.category", "updateShoppingItem.category": "shopping_items.category",
    "createShoppingItem.note": "shopping_items.note", "updateShoppingItem.note": "shopping_items.note",
    "createGroup.name": "groups.name", "updateGroup.name": "groups.name", "createGroup.text": "groups.text", "updateGroup.text": "groups.text",
    "createGroup.displayName": "group_families.display_name", "acceptGroupInvitation.displayName": "group_families.display_name",
    "requestToJoinGroup.displayName": "group_requests.display_name", "reportGroupContent.reason": "group_tellings.reason",
    "createGroupPost.text": "group_posts.text", "createGroupComment.text": "group_comments.text",
    "updateGroupPost.text": "group_posts.text", "updateGroupComment.text": "group_comments.text",
    "createGradeScale.name": "grade_scales.name", "updateGradeScale.name": "grade_scales.name",
    "createNotification.title": "notifications.title", "createNotification.body": "notifications.body",
    "copyCourse.name": "courses.name", "createCourseFromPlan.name": "courses.name", "register.name": "accounts.name",
    "signInWithApple.name": "accounts.name", "signInWithProvider.name": "accounts.name",
  ]

  @Test func `The bounds that descriptions of other inputs say are those of the tables`() async throws {
    let walked = try WalkedSchema.domain
    var checked: [String: CheckedBounds] = [:]
    for constraint in try await CatalogConstraint.all(in: try await Self.database.value) {
      for (column, bounds) in constraint.bounds ?? [:] { checked["\(constraint.table).\(column)"] = bounds }
    }
    for mutation in ContractMutation.all(of: walked.schema) {
      for field in mutation.input?.fields ?? [] where field.type.namedType == "String" {
        guard let place = Self.handWritten["\(mutation.name).\(field.name)"] else { continue }
        let bounds = try #require(checked[place], "\(place) has no bounds")
        let said = (field.description ?? "").replacing(",", with: "")
        if let range = said.firstMatch(of: #/(?:1 to|[Aa]t most) (\d+) characters/#) {
          #expect(bounds.maximumLength == Int(range.output.1), "\(mutation.name).\(field.name)")
          #expect((bounds.minimumLength ?? 1) <= 1, "\(mutation.name).\(field.name)")
        } else {
          Issue.record("\(mutation.name).\(field.name): the description does not say \"1 to \(bounds.maximumLength ?? 0) characters\"")
        }
      }
    }
  }
}
