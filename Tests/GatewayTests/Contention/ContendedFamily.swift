import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// A new family with a row of every kind, two parents who have two sessions each, and people about to join: what
/// changes that run at the same time contend for.
struct ContendedFamily {
  let id: UUIDValue
  /// The two parents, each in two sessions.
  let parents: [[AccountViewer]]
  let student: AccountViewer
  /// An account without a family, which has asked to join.
  let applicant: AccountViewer
  /// An account without a family.
  let newcomer: AccountViewer
  /// The same, which offers services.
  let provider: AccountViewer
  /// A row of each type, by its name, and `Profile`: a student without an account.
  let ids: [String: UUIDValue]
  /// The family's code.
  let code: String
  /// The side of the staff member among the people of the school; nil for a family without students.
  let correspondent: UUIDValue?

  /// - Parameters:
  ///   - connection: a connection of the role that owns the tables.
  ///   - hasStudents: without them the last parent may leave, and takes the family along.
  init(on connection: Connection, hasStudents: Bool = true) async throws {
    let family = UUIDValue.random()
    func account(in membership: Role?) -> AccountViewer {
      AccountViewer(
        accountID: .random(), sessionID: .random(),
        membership: membership.map { Membership(familyID: family, memberID: .random(), role: $0) })
    }
    let parents = [account(in: .parent), account(in: .parent)].map { parent in
      var elsewhere = parent
      elsewhere.sessionID = .random()
      return [parent, elsewhere]
    }
    let (student, applicant, newcomer, provider) = (account(in: .student), account(in: nil), account(in: nil), account(in: nil))
    let types = [
      "Profile", "Subject", "Course", "WeightGroup", "Assignment", "Quote", "Notification", "PlannerTask", "PortfolioItem",
      "Resource", "AttendanceRecord", "Question", "Invitation", "JoinRequest", "RefreshToken", "SchoolYear", "Term", "OtherTerm",
      "TimeSlot", "Degree", "DegreeGroup", "DegreeCourse", "StudyTime", "Note", "NoteTag",
      "GradeScale", "GradeScaleStep", "GradeScaleChoice", "GradeOverride",
      "School", "SchoolClass", "SchoolStaffMember", "OtherAdministrator", "StaffInvitation", "SchoolStudent", "Enrolment",
      "ClassGuardian", "Collector", "Dismissal", "CardReader", "PickupCard", "PickupTime", "AbsenceReport",
      "File", "FileUse", "Upload", "Announcement", "SchoolEvent", "SchoolActivity", "SchoolInformation", "Picture",
      "SchoolFile", "SchoolPerson", "SchoolPost", "SchoolComment", "SchoolReport", "SchoolAlbum", "SchoolPicture", "Ticket",
      "Conversation", "ConversationMessage",
      "TaskCategory", "Task", "Event", "Reminder", "CalendarFeed", "CalendarSubscription",
      "ExpenseCategory", "Expense", "Budget", "Recipe", "Meal", "ShoppingList", "ShoppingItem", "ShoppingListGuest",
      "Group", "GroupFamily", "OwnGroupFamily", "GroupRequest", "GroupPost", "GroupComment", "Webhook",
      "Provider", "Service", "Booking", "BusyTime",
    ]
    let ids = Dictionary(uniqueKeysWithValues: types.map { ($0, UUIDValue.random()) })
    func id(_ type: String) -> SQL { ids[type].map { "\(bind: .uuid($0))" } ?? "NULL" }
    let staffPerson: SQL = "audience_key(\(id("School")), 'person ' || (\(id("SchoolStaffMember")))::text)"

    self.id = family
    self.parents = parents
    self.student = student
    self.applicant = applicant
    self.newcomer = newcomer
    self.provider = provider
    self.ids = ids

    var statements: [SQL] = ["INSERT INTO families (family_id, name) VALUES (\(bind: .uuid(family)), 'Family') RETURNING code"]
    for person in parents.flatMap(\.self) + [student, applicant, newcomer, provider] {
      statements.append(
        """
        WITH account AS (INSERT INTO accounts (id, name) VALUES (\(bind: .uuid(person.accountID)), 'Person')
          ON CONFLICT DO NOTHING)
        INSERT INTO sessions (account_id, id, expires_at)
        VALUES (\(bind: .uuid(person.accountID)), \(bind: .uuid(person.sessionID)), now() + interval '1 day')
        """)
    }
    for person in parents.map({ $0[0] }) + (hasStudents ? [student] : []) {
      let place = try #require(person.membership)
      statements.append(
        """
        INSERT INTO members (family_id, id, account_id, role, name) VALUES (\(bind: .uuid(family)), \
        \(bind: .uuid(place.memberID)), \(bind: .uuid(person.accountID)), \(bind: .text(place.role.rawValue)), 'Person')
        """)
    }
    let (f, pupil): (SQL, SQL) = (
      "\(bind: .uuid(family))", "\(bind: .uuid(try #require(student.membership).memberID))"
    )
    let work: [SQL] = [
      "INSERT INTO members (family_id, id, role, name) VALUES (\(f), \(id("Profile")), 'STUDENT', 'Profile')",
      """
      INSERT INTO school_years (family_id, id, name, first_day, last_day)
      VALUES (\(f), \(id("SchoolYear")), 'Y', '3000-01-01', '4999-12-31')
      """,
      """
      INSERT INTO terms (family_id, id, school_year_id, name, first_day, last_day)
      VALUES (\(f), \(id("Term")), \(id("SchoolYear")), 'T', '4999-01-01', '4999-01-31'),
        (\(f), \(id("OtherTerm")), \(id("SchoolYear")), 'O', '4999-02-01', '4999-02-28')
      """,
      "INSERT INTO subjects (family_id, id, name) VALUES (\(f), \(id("Subject")), 'S')",
      """
      INSERT INTO courses (family_id, id, subject_id, term_id, name)
      VALUES (\(f), \(id("Course")), \(id("Subject")), \(id("Term")), 'C')
      """,
      """
      INSERT INTO time_slots (family_id, id, course_id, days, start_time, end_time)
      VALUES (\(f), \(id("TimeSlot")), \(id("Course")), '{MONDAY}', '08:00', '09:00')
      """,
      "INSERT INTO grade_scales (family_id, id, name) VALUES (\(f), \(id("GradeScale")), 'G')",
      """
      INSERT INTO grade_scale_steps (family_id, id, grade_scale_id, letter, least_percentage)
      VALUES (\(f), \(id("GradeScaleStep")), \(id("GradeScale")), 'G', 0)
      """,
      """
      INSERT INTO grade_scale_choices (family_id, id, course_id, grade_scale_id)
      VALUES (\(f), \(id("GradeScaleChoice")), \(id("Course")), \(id("GradeScale")))
      """,
      """
      INSERT INTO grade_overrides (family_id, id, student_id, course_id, grade)
      VALUES (\(f), \(id("GradeOverride")), \(pupil), \(id("Course")), 90)
      """,
      "INSERT INTO degrees (family_id, id, name, status) VALUES (\(f), \(id("Degree")), 'D', 'IN_PROGRESS')",
      "INSERT INTO degree_groups (family_id, id, degree_id, name) VALUES (\(f), \(id("DegreeGroup")), \(id("Degree")), 'G')",
      """
      INSERT INTO degree_courses (family_id, id, degree_group_id, name, subject_id)
      VALUES (\(f), \(id("DegreeCourse")), \(id("DegreeGroup")), 'P', \(id("Subject")))
      """,
      """
      INSERT INTO weight_groups (family_id, id, course_id, name, weight)
      VALUES (\(f), \(id("WeightGroup")), \(id("Course")), 'G', 1)
      """,
      """
      INSERT INTO assignments (family_id, id, student_id, course_id, title, points_possible, due_date)
      VALUES (\(f), \(id("Assignment")), \(pupil), \(id("Course")), 'A', 10, '2020-02-02')
      """,
      "INSERT INTO quotes (family_id, id, text) VALUES (\(f), \(id("Quote")), 'Q')",
      """
      INSERT INTO notifications (family_id, id, recipient_id, kind, title, body, student_id, assignment_id)
      VALUES (\(f), \(id("Notification")), \(pupil), 'HELP_REQUEST', 'T', 'B', \(pupil), \(id("Assignment")))
      """,
      """
      INSERT INTO planner_tasks (family_id, id, title, date, color, student_id)
      VALUES (\(f), \(id("PlannerTask")), 'T', '2026-09-07', '#2E86AB', \(pupil))
      """,
      """
      INSERT INTO portfolio_items (family_id, id, student_id, title, date)
      VALUES (\(f), \(id("PortfolioItem")), \(pupil), 'T', '2026-09-07')
      """,
      """
      INSERT INTO resources (family_id, id, title, subject_id) VALUES (\(f), \(id("Resource")), 'T', \(id("Subject")))
      """,
      """
      INSERT INTO attendance_records (family_id, id, student_id, date, state)
      VALUES (\(f), \(id("AttendanceRecord")), \(pupil), '2026-09-07', 'PRESENT')
      """,
      """
      INSERT INTO questions (family_id, id, assignment_id, prompt, position)
      VALUES (\(f), \(id("Question")), \(id("Assignment")), 'Q', 1)
      """,
      """
      INSERT INTO invitations (family_id, id, code_hash, role, student_id, expires_at)
      VALUES (\(f), \(id("Invitation")), sha256(convert_to(\(bind: .text(Self.invitationCode(of: family))), 'UTF8')),
        'STUDENT', \(id("Profile")), now() + interval '1 day')
      """,
      """
      INSERT INTO join_requests (family_id, id, account_id, name)
      VALUES (\(f), \(id("JoinRequest")), \(bind: .uuid(applicant.accountID)), 'Applicant')
      """,
      """
      INSERT INTO refresh_tokens (account_id, id, session_id, token_hash, expires_at)
      VALUES (\(bind: .uuid(parents[0][1].accountID)), \(id("RefreshToken")), \(bind: .uuid(parents[0][1].sessionID)),
        sha256(convert_to(\(bind: .text(Self.refreshToken(of: family))), 'UTF8')), now() + interval '1 day')
      """,
      """
      INSERT INTO study_times (family_id, id, student_id, course_id, date, minutes)
      VALUES (\(f), \(id("StudyTime")), \(pupil), \(id("Course")), '2026-09-07', 30)
      """,
      """
      INSERT INTO notes (family_id, id, author_id, course_id, title)
      VALUES (\(f), \(id("Note")), \(pupil), \(id("Course")), 'N'), (\(f), gen_random_uuid(), \(pupil), NULL, 'O')
      """,
      """
      INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, stored_bytes, declared_bytes) VALUES (
        \(f), \(id("File")), \(bind: .uuid(parents[0][0].accountID)), 'f.txt', 'text/plain', 'DOCUMENT', 1, sha256('f'), 1, 1)
      """,
      """
      INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes) VALUES (
        \(f), \(id("Picture")), \(bind: .uuid(parents[0][0].accountID)), 'p.png', 'image/png', 'PICTURE', 1, sha256('p'), 1, 1, 1, 1)
      """,
      "INSERT INTO file_uses (family_id, id, file_id, note_id) VALUES (\(f), \(id("FileUse")), \(id("File")), \(id("Note")))",
      """
      INSERT INTO notes (family_id, id, author_id, assignment_id, title)
      VALUES (\(f), gen_random_uuid(), \(pupil), \(id("Assignment")), 'P')
      """,
      "INSERT INTO note_tags (family_id, id, name) VALUES (\(f), \(id("NoteTag")), 'T')",
      "INSERT INTO task_categories (family_id, id, name) VALUES (\(f), \(id("TaskCategory")), 'C')",
      """
      INSERT INTO tasks (
        family_id, id, title, due_date, time_zone, priority, frequency, step, by_day, by_month_day, by_month, by_set_pos, week_start, rule)
      VALUES (\(f), \(id("Task")), 'T', '2026-09-01', 'UTC', 'LOW', 'DAILY', 1, '{}', '{}', '{}', '{}', 'MONDAY', 'FREQ=DAILY')
      """,
      """
      INSERT INTO events (
        family_id, id, title, date, end_date, time_zone, frequency, step, by_day, by_month_day, by_month, by_set_pos, week_start, rule)
      VALUES (\(f), \(id("Event")), 'E', '2026-09-01', '2026-09-01', 'UTC', 'DAILY', 1, '{}', '{}', '{}', '{}', 'MONDAY', 'FREQ=DAILY')
      """,
      """
      INSERT INTO event_members (family_id, id, event_id, member_id) VALUES (\(f), gen_random_uuid(), \(id("Event")), \(pupil))
      """,
      """
      INSERT INTO reminders (family_id, id, event_id, member_id, minutes_before) VALUES (\(f), \(id("Reminder")), \(id("Event")), \(pupil), 10)
      """,
      """
      INSERT INTO calendar_subscriptions (family_id, id, name, url, member_ids)
      VALUES (\(f), \(id("CalendarSubscription")), 'C', 'https://example.org/c.ics', '{}')
      """,
      """
      INSERT INTO calendar_feeds (family_id, id, member_id, name, kinds, member_ids)
      VALUES (\(f), \(id("CalendarFeed")), \(bind: .uuid(try #require(parents[0][0].membership).memberID)), 'F', '{}', '{}')
      """,
      """
      INSERT INTO note_taggings (family_id, id, note_id, note_tag_id)
      SELECT \(f), gen_random_uuid(), notes.id, \(id("NoteTag")) FROM notes WHERE notes.family_id = \(f)
      """,
      "INSERT INTO expense_categories (family_id, id, name) VALUES (\(f), \(id("ExpenseCategory")), 'C')",
      """
      INSERT INTO expenses (family_id, id, category_id, amount, currency, date)
      VALUES (\(f), \(id("Expense")), \(id("ExpenseCategory")), 5, 'EUR', '2026-09-07')
      """,
      """
      INSERT INTO budgets (family_id, id, category_id, month, amount, currency)
      VALUES (\(f), \(id("Budget")), \(id("ExpenseCategory")), '2026-09-01', 50, 'EUR')
      """,
      """
      INSERT INTO webhooks (family_id, id, member_id, url, kinds, is_active)
      VALUES (\(f), \(id("Webhook")), \(bind: .uuid(try #require(parents[0][0].membership).memberID)), 'https://example.org/', '{TASK_DONE}', true)
      """,
      "INSERT INTO recipes (family_id, id, name, servings) VALUES (\(f), \(id("Recipe")), 'R', 2)",
      """
      INSERT INTO meals (family_id, id, date, slot, recipe_id) VALUES (\(f), \(id("Meal")), '2026-09-07', 'DINNER', \(id("Recipe")))
      """,
      """
      INSERT INTO shopping_lists (family_id, id, name, is_shared, owner_id) VALUES (\(f), \(id("ShoppingList")), 'L', true, \(pupil))
      """,
      """
      INSERT INTO shopping_items (family_id, id, shopping_list_id, name) VALUES (\(f), \(id("ShoppingItem")), \(id("ShoppingList")), 'I')
      """,
      """
      INSERT INTO shopping_list_guests (family_id, id, shopping_list_id, account_id, name)
      VALUES (\(f), \(id("ShoppingListGuest")), \(id("ShoppingList")), \(bind: .uuid(newcomer.accountID)), 'Guest')
      """,
      """
      INSERT INTO shopping_list_codes (code_hash, list_id, expires_at) VALUES (
        sha256(convert_to(\(bind: .text(Self.invitationCode(of: family))), 'UTF8')), \(id("ShoppingList")), now() + interval '1 day')
      """,
      "INSERT INTO groups (id, name, join_policy) VALUES (\(id("Group")), 'G', 'REQUEST')",
      """
      INSERT INTO group_families (group_id, id, display_name, is_moderator)
      VALUES (\(id("Group")), \(id("OwnGroupFamily")), 'Own', true), (\(id("Group")), \(id("GroupFamily")), 'Other', true)
      """,
      """
      INSERT INTO group_memberships (family_id, id, group_id, group_family_id, display_name, state, is_moderator)
      VALUES (\(f), gen_random_uuid(), \(id("Group")), \(id("OwnGroupFamily")), 'Own', 'MEMBER', true)
      """,
      // Two other families: one is in the group, and one asks.
      """
      WITH person AS (INSERT INTO accounts (id, name) SELECT gen_random_uuid(), 'Other' FROM generate_series(1, 2) RETURNING id),
        home AS (INSERT INTO families (family_id, name) SELECT gen_random_uuid(), 'Other' FROM generate_series(1, 2) RETURNING family_id),
        place AS (
          SELECT people.id AS account_id, homes.family_id, people.number
          FROM (SELECT id, row_number() OVER () AS number FROM person) people
          JOIN (SELECT family_id, row_number() OVER () AS number FROM home) homes USING (number)),
        member AS (
          INSERT INTO members (family_id, id, account_id, role, name)
          SELECT family_id, gen_random_uuid(), account_id, 'PARENT', 'Other' FROM place)
      INSERT INTO group_memberships (family_id, id, group_id, group_family_id, display_name, state, is_moderator)
      SELECT family_id, gen_random_uuid(), \(id("Group")),
        CASE number WHEN 1 THEN \(id("GroupFamily")) ELSE \(id("GroupRequest")) END, 'Other',
        CASE number WHEN 1 THEN 'MEMBER' ELSE 'REQUESTED' END, number = 1
      FROM place
      """,
      "INSERT INTO group_requests (group_id, id, display_name) VALUES (\(id("Group")), \(id("GroupRequest")), 'Asking')",
      """
      INSERT INTO group_posts (group_id, id, author_id, author_name, state, text)
      VALUES (\(id("Group")), \(id("GroupPost")), \(id("OwnGroupFamily")), 'Own', 'PUBLISHED', 'P')
      """,
      """
      INSERT INTO group_comments (group_id, id, post_id, post_author_id, post_state, author_id, author_name, state, text)
      VALUES (\(id("Group")), \(id("GroupComment")), \(id("GroupPost")), \(id("OwnGroupFamily")), 'PUBLISHED', \(id("GroupFamily")), 'Other',
        'PUBLISHED', 'C')
      """,
      """
      INSERT INTO providers (account_id, id, directory_id, is_listed, name, languages, time_zone)
      VALUES (\(bind: .uuid(provider.accountID)), \(id("Provider")), \(bind: .uuid(Viewer.directoryID)), true, 'P', '{en}', 'UTC')
      """,
      """
      INSERT INTO services (account_id, id, provider_id, kind, name, price, currency, per, input_hash)
      VALUES (\(bind: .uuid(provider.accountID)), \(id("Service")), \(id("Provider")), 'PETS', 'S', 5, 'EUR', 'HOUR', sha256('s'))
      """,
      """
      INSERT INTO bookings (family_id, id, service_id, starts_at, ends_at, state)
      VALUES (\(f), \(id("Booking")), \(id("Service")), now() + interval '20 days', now() + interval '20 days 1 hour', 'PENDING')
      """,
      """
      INSERT INTO provider_slots (account_id, id, provider_id, kind, is_pending, starts_at, ends_at)
      VALUES (\(bind: .uuid(provider.accountID)), \(id("BusyTime")), \(id("Provider")), 'BUSY', false, now() + interval '21 days',
        now() + interval '22 days')
      """,
    ]
    let school: [SQL] = [
      """
      INSERT INTO schools (id, name, time_zone, code)
      VALUES (\(id("School")), 'School', 'UTC', \(bind: .text(Self.schoolCode(of: family))))
      """,
      "INSERT INTO school_classes (school_id, id, name) VALUES (\(id("School")), \(id("SchoolClass")), 'C')",
      """
      INSERT INTO announcements (school_id, id, title, priority, position, grades, class_ids)
      VALUES (\(id("School")), \(id("Announcement")), 'A', 'NORMAL', 0, '{}', '{}')
      """,
      """
      INSERT INTO school_events (school_id, id, title, category, first_day, last_day, grades, class_ids)
      VALUES (\(id("School")), \(id("SchoolEvent")), 'E', 'OTHER', '2031-03-08', '2031-03-09', '{}', '{}')
      """,
      """
      INSERT INTO school_activities (
        school_id, id, title, days, start_time, end_time, first_day, last_day, exceptions, grades, class_ids)
      VALUES (\(id("School")), \(id("SchoolActivity")), 'A', '{MONDAY}', '15:00', '16:00', '2031-03-08', '2031-03-09', '{}', '{}', '{}')
      """,
      """
      INSERT INTO school_information (school_id, id, section, title, position, links)
      VALUES (\(id("School")), \(id("SchoolInformation")), 'POLICIES', 'I', 0, '[]')
      """,
      """
      INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes) VALUES (
        \(id("School")), \(id("SchoolFile")), \(bind: .uuid(parents[0][0].accountID)), 'p.png', 'image/png', 'PICTURE', 1, sha256('p'), 1, 1, 1, 1)
      """,
      """
      INSERT INTO school_staff (school_id, id, account_id, name, role) VALUES
        (\(id("School")), gen_random_uuid(), \(bind: .uuid(parents[0][0].accountID)), 'A', 'ADMINISTRATOR'),
        (\(id("School")), \(id("OtherAdministrator")), \(bind: .uuid(parents[1][0].accountID)), 'B', 'ADMINISTRATOR'),
        (\(id("School")), \(id("SchoolStaffMember")), \(bind: .uuid(student.accountID)), 'T', 'TEACHER')
      """,
      """
      INSERT INTO school_staff_classes (school_id, staff_id, account_id, class_id)
      VALUES (\(id("School")), \(id("SchoolStaffMember")), \(bind: .uuid(student.accountID)), \(id("SchoolClass")))
      """,
      """
      INSERT INTO staff_invitations (school_id, id, role, class_ids, expires_at)
      VALUES (\(id("School")), \(id("StaffInvitation")), 'TEACHER', ARRAY[\(id("SchoolClass"))], now() + interval '1 day')
      """,
      """
      INSERT INTO staff_invitation_codes (school_id, invitation_id, code_hash) VALUES (\(id("School")), \(id("StaffInvitation")),
        sha256(convert_to(\(bind: .text(Self.invitationCode(of: family))), 'UTF8')))
      """,
      "INSERT INTO school_families (family_id, school_id) VALUES (\(f), \(id("School")))",
      """
      INSERT INTO enrolments (family_id, id, student_id, school_id, staff_school_id, class_id, student_name, student_number, state)
      VALUES (\(f), \(id("Enrolment")), \(pupil), \(id("School")), \(id("School")), \(id("SchoolClass")), 'P', '1', 'CONFIRMED')
      """,
      """
      INSERT INTO pickup_guardians (family_id, id, enrolment_id, member_id, name, is_confirmed) VALUES
        (\(f), gen_random_uuid(), \(id("Enrolment")), \(bind: .uuid(try #require(parents[0][0].membership).memberID)), 'A', true),
        (\(f), \(id("ClassGuardian")), \(id("Enrolment")), \(bind: .uuid(try #require(parents[1][0].membership).memberID)), 'B', false)
      """,
      "INSERT INTO collectors (family_id, id, enrolment_id, name) VALUES (\(f), \(id("Collector")), \(id("Enrolment")), 'C')",
      """
      INSERT INTO dismissals (family_id, id, enrolment_id, day, day_ends_at, state, requested_at, requested_by)
      VALUES (\(f), \(id("Dismissal")), \(id("Enrolment")), current_date, now() + interval '1 day', 'REQUESTED', now(), 'P')
      """,
      "INSERT INTO card_readers (school_id, id, name) VALUES (\(id("School")), \(id("CardReader")), 'Gate')",
      """
      INSERT INTO pickup_cards (family_id, id, member_id, school_id)
      SELECT \(f), \(id("PickupCard")), members.id, \(id("School")) FROM members
      WHERE members.family_id = \(f) AND members.role = 'PARENT' ORDER BY members.id LIMIT 1
      """,
      """
      INSERT INTO pickup_times (family_id, id, enrolment_id, days, time)
      VALUES (\(f), \(id("PickupTime")), \(id("Enrolment")), ARRAY['MONDAY'], '15:00')
      """,
      """
      INSERT INTO absence_reports (family_id, id, enrolment_id, first_day, last_day, reason, state)
      VALUES (\(f), \(id("AbsenceReport")), \(id("Enrolment")), current_date, current_date, 'OTHER', 'SUBMITTED')
      """,
      """
      INSERT INTO tickets (family_id, id, school_id, author_id, enrolment_id, kind, title, state)
      VALUES (\(f), \(id("Ticket")), \(id("School")), \(bind: .uuid(try #require(parents[0][0].membership).memberID)), \(id("Enrolment")),
        'QUESTION', 'T', 'OPEN')
      """,
      """
      INSERT INTO school_students (school_id, id, class_id, student_number, name)
      VALUES (\(id("School")), \(id("SchoolStudent")), \(id("SchoolClass")), '1', 'P')
      """,
    ]
    let content: [SQL] = [
      """
      INSERT INTO school_people (school_id, id, kind, name, member_id)
      VALUES (\(id("School")), \(id("SchoolPerson")), 'PARENT', 'P', gen_random_uuid())
      """,
      """
      INSERT INTO school_posts (school_id, id, author_id, author_name, author_kind, grades, class_ids, state, is_held, text)
      VALUES (\(id("School")), \(id("SchoolPost")), \(id("SchoolPerson")), 'P', 'PARENT', '{}', '{}', 'PUBLISHED', false, 'T')
      """,
      """
      INSERT INTO school_comments (school_id, id, post_id, author_id, author_name, author_kind, state, is_held, text)
      VALUES (\(id("School")), \(id("SchoolComment")), \(id("SchoolPost")), \(id("SchoolPerson")), 'P', 'PARENT', 'PUBLISHED', false, 'T')
      """,
      """
      INSERT INTO school_reports (school_id, id, author_id, author_kind, grades, class_ids, subject_kind, subject_id, subject_by, reason, state)
      VALUES (\(id("School")), \(id("SchoolReport")), \(id("SchoolPerson")), 'PARENT', '{}', '{}', 'POST', \(id("SchoolPost")), 'P', 'OTHER', 'OPEN')
      """,
      """
      INSERT INTO school_albums (school_id, id, title, grades, class_ids) VALUES (\(id("School")), \(id("SchoolAlbum")), 'A', '{}', '{}')
      """,
      """
      INSERT INTO school_pictures (school_id, id, album_id, file_id, author_id, author_name, author_kind, state, is_held)
      VALUES (\(id("School")), \(id("SchoolPicture")), \(id("SchoolAlbum")), \(id("SchoolFile")), \(id("SchoolPerson")), 'P', 'STAFF',
        'PUBLISHED', false)
      """,
      """
      INSERT INTO conversations (home_id, id, kind, audience)
      VALUES (\(id("School")), \(id("Conversation")), 'SCHOOL', ARRAY[\(id("SchoolPerson")), \(staffPerson)])
      """,
      """
      INSERT INTO conversations (home_id, id, kind, class_id, audience)
      VALUES (\(id("School")), gen_random_uuid(), 'CLASS', \(id("SchoolClass")), ARRAY[\(staffPerson)])
      """,
      """
      INSERT INTO conversation_people (home_id, id, conversation_id, person_id, is_reader, follows, audience)
      SELECT \(id("School")), gen_random_uuid(), \(id("Conversation")), named.id, false, false, '{}'
      FROM unnest(ARRAY[\(id("SchoolPerson")), \(staffPerson)]) AS named (id)
      """,
      """
      INSERT INTO conversation_messages (
        home_id, id, conversation_id, author_id, author_name, author_kind, state, is_held, text, audience)
      VALUES (\(id("School")), \(id("ConversationMessage")), \(id("Conversation")), \(id("SchoolPerson")), 'P', 'PARENT', 'PUBLISHED', false,
        'T', '{}')
      """,
    ]
    if hasStudents { statements += work + school + content }
    let rows = try await connection.withTransaction(isolation: .readCommitted) { transaction in
      try await transaction.run(statements.map(\.statement))
    }
    code = try #require(rows.first?.text(row: 0, column: 0))
    let people = try await connection.withTransaction(isolation: .readCommitted) { transaction in
      let found: SQL = "SELECT id FROM school_people WHERE school_id = \(id("School")) AND id = \(staffPerson)"
      return try await transaction.run([found.statement])
    }
    correspondent = people.first.flatMap { $0.count == 1 ? $0.uuid(row: 0, column: 0) : nil }
  }

  /// Ids by the name of the input field that has them, such as `courseId`.
  var references: [String: String] {
    var references = ["studentId": ids["Profile"]]
    for type in ["Subject", "Course", "Assignment"] { references["\(type.lowercased())Id"] = ids[type] }
    for name in ["weightGroupId", "moveAssignmentsToId"] { references[name] = ids["WeightGroup"] }
    references["fileId"] = ids["File"]
    references["pictureId"] = ids["Picture"]
    references["schoolId"] = ids["School"]
    references["classId"] = ids["SchoolClass"]
    references["postId"] = ids["SchoolPost"]
    references["albumId"] = ids["SchoolAlbum"]
    references["conversationId"] = ids["Conversation"]
    references["messageId"] = ids["ConversationMessage"]
    references["correspondentId"] = correspondent
    references["reportedId"] = ids["SchoolPost"]
    references["reportId"] = ids["SchoolReport"]
    references["personId"] = ids["SchoolPerson"]
    references["enrolmentId"] = ids["Enrolment"]
    references["ticketId"] = ids["Ticket"]
    references["until"] = ids["ConversationMessage"]
    references["collectorId"] = ids["Collector"]
    references["schoolClassId"] = ids["SchoolClass"]
    references["schoolStudentId"] = ids["SchoolStudent"]
    references["fromStudentId"] = ids["Profile"]
    references["keeperId"] = ids["Profile"]
    references["gradeScaleId"] = ids["GradeScale"]
    references["schoolYearId"] = ids["SchoolYear"]
    references["noteTagId"] = ids["NoteTag"]
    references["categoryId"] = ids["TaskCategory"]
    references["memberId"] = ids["Profile"]
    references["payerId"] = ids["Profile"]
    references["itemId"] = ids["Event"]
    references["degreeId"] = ids["Degree"]
    references["degreeGroupId"] = ids["DegreeGroup"]
    references["degreeCourseId"] = ids["DegreeCourse"]
    references["termId"] = ids["Term"]
    references["moveCoursesToId"] = ids["OtherTerm"]
    references["expenseCategoryId"] = ids["ExpenseCategory"]
    references["recipeId"] = ids["Recipe"]
    references["shoppingListId"] = ids["ShoppingList"]
    references["groupId"] = ids["Group"]
    references["groupPostId"] = ids["GroupPost"]
    references["webhookId"] = ids["Webhook"]
    references["serviceId"] = ids["Service"]
    return references.compactMapValues { $0?.description }
  }

  /// The code of the open invitation.
  var invitationCode: String { Self.invitationCode(of: id) }
  /// The code of the open invitation to work at the school.
  var staffInvitationCode: String { Self.invitationCode(of: id) }
  var schoolCode: String { Self.schoolCode(of: id) }
  /// The refresh token of the first parent's second session.
  var refreshToken: String { Self.refreshToken(of: id) }

  /// Sixteen of the digits that a code may have.
  private static func invitationCode(of family: UUIDValue) -> String {
    String(family.description.uppercased().filter(\.isHexDigit).prefix(16))
  }

  private static func schoolCode(of family: UUIDValue) -> String { String(invitationCode(of: family).prefix(10)) }

  private static func refreshToken(of family: UUIDValue) -> String { "token-of-\(family)" }
}
