import Embedded
import TestSupport
import Testing

struct MigrationTextTests {
  private let migrations = MigrationText.shared
  /// Which of the program's files were applied: every role reads it, and the owner alone writes.
  private static let records = ["function_files"]

  @Test func `The tables are those that schema/placement.txt places`() throws {
    let dropped = migrations.text.matches(of: /DROP TABLE (\w+)/).map { String($0.1) }
    // The record of migrations is made before any of them runs.
    let placed = try TablePlacement.all().map(\.table).filter { $0 != "schema_migrations" }
    #expect(migrations.tables.map(\.name).filter { !dropped.contains($0) }.sorted() == placed.sorted())
    #expect(migrations.tables.count == migrations.text.matches(of: /CREATE [A-Z ]*TABLE/).count)
  }

  @Test func `Every table has row-level security that binds its owner too`() {
    for table in migrations.tables where !Self.records.contains(table.name) && !migrations.isGuarded(table) {
      #expect(
        migrations.text.contains(
          "ALTER TABLE \(table.name) ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;"), "\(table.name)")
    }
  }

  @Test func `Every table has a policy that reads and writes in the scope, and compares with it directly`() {
    // Functions alone read these.
    let reachedByFunctions = [
      "address_codes", "attempts", "messages", "time_zone_names", "used_identity_tokens", "storage_quotas", "place_versions",
      "directory_versions",
      "staff_invitation_codes", "pickup_bars",
      "card_reader_tokens", "pickup_card_codes", "push_senders", "enrolment_codes", "file_tombstones", "school_tellings", "published_terms",
      "calendar_feed_secrets", "reminder_times", "subscription_times",
      "shopping_list_codes", "group_codes", "group_tellings", "message_tellings",
      "webhook_secrets", "webhook_queue", "webhook_turns", "webhook_starts",
    ]
    // Tables that belong to all families, and to none.
    let common = ["version_epochs"]
    for table in migrations.tables
    where !(reachedByFunctions + common + Self.records).contains(table.name) && !migrations.isGuarded(table) {
      let (column, setting) = table.scope
      let condition = "(\(column) = nullif(current_setting('\(setting)', true), '')::uuid)"
      let all = migrations.text.split(separator: ";").filter {
        $0.contains("CREATE POLICY") && $0.contains(" ON \(table.name) ") && $0.contains("hatched_app")
      }
      let policies = all.filter { !isOfPlaces($0) }
      // Accounts see their own places at schools, which administrators change.
      let isOfSchool = !table.isFamilyScoped && all.count > policies.count
      #expect(isOfSchool ? policies.count <= 1 : policies.count == 1, "\(table.name)")
      let ending = isOfSchool ? "USING \(condition)" : "USING \(condition) WITH CHECK \(condition)"
      #expect(policies.allSatisfy { $0.hasSuffix(ending) }, "\(table.name)")
    }
  }

  /// Whether a policy compares a column with a setting of the viewer's places, directly, and where it writes with the same.
  private func isOfPlaces(_ policy: Substring) -> Bool {
    let setting = /(reader_school_ids|staff_school_ids|administered_school_ids|staff_class_ids|audience_ids|hidden_ids|school_ids)/
    let pattern =
      /(FOR (?:SELECT|UPDATE) )?TO hatched_app USING \((\w+ (?:= ANY \(|&& |<@ )nullif\(current_setting\('hatched\.(\w+)', true\), ''\)::uuid\[\]\)?)\)( WITH CHECK \((.*)\))?$/
    guard let match = policy.firstMatch(of: pattern), String(match.3).wholeMatch(of: setting) != nil else { return false }
    let writes = match.1.map { !$0.contains("SELECT") } ?? true
    return writes ? match.5 == match.2 : match.4 == nil
  }

  @Test func `No other policy opens more than the epoch, and to the worker the ids of families`() {
    let others = migrations.text.matches(of: /CREATE POLICY [^;]+;/).map { String($0.0) }
      .filter { !$0.contains("WITH CHECK") && !isOfPlaces($0.dropLast()) }
    #expect(
      others == [
        "CREATE POLICY every_family_id ON families FOR SELECT TO hatched_worker USING (true);",
        "CREATE POLICY epoch_of_all ON version_epochs FOR SELECT TO hatched_app USING (true);",
        // Their own places.
        "CREATE POLICY account_scope ON school_staff FOR SELECT TO hatched_app USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);",
        "CREATE POLICY account_scope ON school_staff_classes FOR SELECT TO hatched_app USING (account_id = nullif(current_setting('hatched.account_id', true), '')::uuid);",
        // It opens nothing: conversations with a family that has blocked the viewer's, or that it has blocked, are closed.
        "CREATE POLICY moderation ON conversations AS RESTRICTIVE FOR SELECT TO hatched_app USING (NOT hidden_keys && nullif(current_setting('hatched.hidden_ids', true), '')::uuid[]);",
      ])
    #expect(migrations.text.contains("GRANT SELECT (family_id) ON families TO hatched_worker;"))
  }

  @Test func `The primary key of a family's rows begins with the family`() {
    for table in migrations.tables where table.isFamilyScoped {
      // A table may have one row for each family, or a version's part.
      let isOwnRow =
        table.body.contains("family_id uuid PRIMARY KEY") || table.body.contains("PRIMARY KEY (family_id, part)")
        // A deleted row's id may have been another type's.
        || table.body.contains("PRIMARY KEY (family_id, id, type)")
        // A family is at a school once.
        || table.body.contains("PRIMARY KEY (family_id, school_id)")
      #expect(isOwnRow || table.body.contains("PRIMARY KEY (family_id, id)"), "\(table.name)")
    }
  }

  @Test func `So do its unique constraints and indexes`() {
    for table in migrations.tables where table.isFamilyScoped {
      for constraint in table.body.matches(of: /UNIQUE\s*(?:NULLS NOT DISTINCT\s*)?(\(?\w*)/) {
        #expect(constraint.1 == "(family_id", "\(table.name)")
      }
    }
    let scoped = Set(migrations.tables.filter(\.isFamilyScoped).map(\.name))
    // Look-ups from before the family is known.
    let exceptions: Set<Substring> = [
      "members_by_account", "families_by_code", "invitations_by_code", "join_requests_by_account",
      // A device is one member's, of all families.
      "devices_by_token",
      // Look-ups of the staff of schools.
      "dismissals_of_class", "dismissals_of_school", "dismissals_of_class_lately", "dismissals_of_school_lately",
      "dismissals_by_id", "dismissals_ending", "dismissals_open_of_class", "dismissals_open_of_school",
      "dismissals_waiting_of_school", "enrolments_by_name_of_school",
      "dismissal_steps_id", "enrolments_of_class", "enrolments_of_school", "enrolments_by_id",
      "pickup_guardians_of_class", "pickup_guardians_of_school", "pickup_guardians_by_id", "collectors_of_class",
      "collectors_of_school", "school_notices_of_class", "school_notices_of_school", "school_notices_by_date", "pickup_times_of_class",
      "pickup_times_of_school", "class_messages_of_class", "class_messages_of_school",
      "school_attendance_days_of_class", "school_attendance_days_of_school", "absence_reports_days_of_class",
      "absence_reports_days_of_school",
      // Staff find these rows by their ids alone, of all families.
      "enrolments_id", "dismissals_id", "pickup_guardians_id", "collectors_id", "pickup_times_id", "class_messages_id",
      "school_notices_id",
      "tickets_id", "tickets_dates_of_school", "tickets_staff_of_school", "tickets_of_class", "ticket_messages_id",
      "ticket_messages_staff_of_school", "ticket_messages_of_class", "ticket_files_id", "ticket_files_files_of_school",
      "ticket_files_staff_of_school", "ticket_files_of_class",
      // Guests find lists and items by their ids, their lists and themselves, of all families.
      "shopping_lists_id", "shopping_lists_of_guest", "shopping_items_id", "shopping_items_of_list", "shopping_items_of_guest",
      "shopping_list_guests_id", "shopping_list_guests_of_account",
      // The families of a group, of a conversation and of a provider: who hears of a change.
      "group_memberships_of_group", "group_memberships_of_group_family", "family_conversations_of_conversation",
      "family_conversations_of_person", "family_conversations_of_provider",
      // Providers find bookings by their ids, and their own, of all families; and a service that goes takes its bookings along.
      "bookings_id", "bookings_of_provider", "bookings_by_service",
      // Look-ups of jobs, of all families.
      "tickets_by_silence", "tickets_by_age", "ticket_messages_by_age", "webhook_deliveries_by_age",
    ]
    let indexes = migrations.text.matches(of: /CREATE (?:UNIQUE )?INDEX (\w+) ON (\w+) \((\w+)/)
    #expect(!indexes.isEmpty)
    for index in indexes where scoped.contains(String(index.2)) && !exceptions.contains(index.1) {
      #expect(index.3 == "family_id", "\(index.1)")
    }
  }

  @Test func `Foreign keys are statements of their own, after the tables`() {
    for table in migrations.tables { #expect(!table.body.contains("REFERENCES"), "\(table.name)") }
    #expect(migrations.countOfAddedForeignKeys == migrations.text.matches(of: /REFERENCES/).count)
    #expect(!migrations.foreignKeys.isEmpty)
  }

  @Test func `A reference between rows of families carries the family`() {
    let scoped = Set(migrations.tables.filter(\.isFamilyScoped).map(\.name))
    for key in migrations.foreignKeys where scoped.contains(key.table) && scoped.contains(key.target) {
      #expect(key.columns.hasPrefix("family_id"), "\(key)")
      #expect(key.targetColumns.hasPrefix("family_id"), "\(key)")
    }
  }

  @Test func `Every column that holds the id of a row is a foreign key`() {
    // The objects that the audit trail names may be gone, and so may the author of a note: they are tied to the
    // family alone.
    let lasting: [String: Set<String>] = [
      "audit_entries": ["actor_id", "member_id", "assignment_id", "invitation_id"], "notes": ["author_id"],
      "changes": ["owner_id"],
      // A code may be used up, and gone, before the message that tells it is sent.
      "messages": ["code_id"],
      // It is gone with the address, whose account the change asks for.
      "address_codes": ["address_id"],
      // A trigger removes it with the card, whose family may be on another machine.
      "pickup_card_codes": ["card_id"],
      // A trigger clears it with the enrolment, which may be on another machine.
      "school_disclosures": ["enrolment_id"],
      // As well.
      "staff_message_reads": ["enrolment_id"],
      // The school's copies outlast the enrolment, and show the class of then.
      "pickup_records": ["class_id", "enrolment_id"],
      // A family, a school or an account, with which triggers remove the rows. An upload outlasts the file that it has become.
      "files": ["home_id"], "uploads": ["home_id", "file_id"],
      // The member who did a task may be gone. The series of an occurrence is its event or its task.
      "tasks": ["done_by_id"], "occurrences": ["series_id", "done_by_id"],
      // Triggers remove them with the reminder and the feed, which may be on another machine.
      "reminder_times": ["home_id", "reminder_id"], "calendar_feed_secrets": ["home_id", "feed_id"],
      "subscription_times": ["home_id", "subscription_id"],
      // Triggers remove them with the webhook.
      "webhook_secrets": ["home_id", "webhook_id"], "webhook_queue": ["home_id", "delivery_id", "webhook_id"],
      "webhook_turns": ["home_id"], "webhook_starts": ["home_id"],
      // The author of a ticket may be gone. Triggers copy the owners of a ticket, with which its messages go.
      "tickets": ["author_id"], "ticket_messages": ["school_id", "staff_school_id", "class_id"], "ticket_files": ["staff_school_id", "class_id"],
      // A trigger clears it when the author's place ends.
      "announcements": ["author_id"], "school_events": ["author_id"], "school_activities": ["author_id"], "school_albums": ["author_id"],
      // A trigger removes the row with the member, which may be on another machine, and copies the picture.
      "school_people": ["member_id", "picture_id"],
      // They outlast the content and the person, who is on another machine.
      "content_hidings": ["hidden_id", "own_id"], "school_reports": ["subject_id"],
      // A class that is deleted stays in what was a group of it. The home is a school, a family or a group, which triggers follow; its people
      // are in other tables.
      "conversations": ["class_id", "home_id"], "conversation_people": ["person_id"],
      // Those of the message, and of the home.
      "conversation_files": ["conversation_id", "school_id"], "conversation_messages": ["school_id", "author_id"],
      // A function checks the class that a family asks for: CatalogTests.
      "enrolments": ["wanted_class_id"],
      // The parent who made a list may be gone: a trigger removes its private ones. Another removes the codes of a list.
      "shopping_lists": ["owner_id"], "shopping_list_codes": ["list_id"],
      // There is one directory. The account is that of the provider, and both are those of the service with which a booking goes.
      "providers": ["directory_id"], "services": ["account_id", "directory_id"], "provider_slots": ["account_id"],
      "bookings": ["account_id", "provider_id"],
      // That of the post, with which the comment goes.
      "school_comments": ["post_author_id"], "group_comments": ["post_author_id"],
      // A family in a group, or a request; triggers remove each with the other. Hidings outlast both.
      "group_memberships": ["group_family_id"], "group_hidings": ["hidden_id", "own_id"],
      // A post, a comment, a request or a family in the group, which may be gone before anybody is told.
      "group_tellings": ["subject_id"],
      // A key of a member, or the id of a family in a group.
      "family_conversations": ["person_id"],
    ]
    for table in migrations.tables {
      for column in table.body.matches(of: /\b(\w+_id)\s+uuid/).map({ String($0.1) }) {
        let isKey = migrations.foreignKeys.contains { key in
          key.table == table.name && key.columns.split(separator: ", ").contains { $0 == column }
        }
        let isLasting = lasting[table.name]?.contains(column) == true
        let isMirrored = ["family_id", "enrolment_id", "staff_school_id", "class_id"].contains(column)
        if isMirrored && migrations.mirrorsEnrolments(table) { continue }
        #expect(isKey || isLasting || (table.name == "families" && column == "family_id"), "\(table.name).\(column)")
      }
    }
  }

  @Test func `Migrations after the function files define no function anew: the file does`() {
    for file in EmbeddedFile.migrations where file.name >= "0079" {
      #expect(!file.text.contains("OR REPLACE FUNCTION"), "\(file.name)")
    }
  }
}
