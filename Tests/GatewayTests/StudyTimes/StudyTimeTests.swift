import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Study times: written by students and parents, and summed up by period and by course.
@Suite(.serialized) struct StudyTimeTests {
  private static let database = Task { try await SchoolDatabase("study_times") }

  /// A student of the demonstration family without study times.
  private func newStudent(_ talk: Conversation) async throws -> String {
    let id = newID()
    _ = try await talk.ask(
      #"mutation { createStudent(input: {id: "\#(id)", name: "S"}) { __typename } }"#, as: talk.elena)
    return id
  }

  /// Adds study times of a student.
  private func study(_ student: String, _ times: [(day: String, minutes: Int, course: String?)], _ talk: Conversation) async throws {
    for time in times {
      let course = time.course.map { #""\#($0)""# } ?? "null"
      _ = try await talk.ask(
        """
        mutation { createStudyTime(input: {studentId: "\(student)", date: "\(time.day)", minutes: \(time.minutes), courseId: \(course)}) {
          __typename
        } }
        """, as: talk.elena)
    }
  }

  /// The periods of a series, as `2026-09-07 45/1`.
  private func series(
    _ student: String, _ from: String, _ to: String, _ step: String, as viewer: AccountViewer, _ talk: Conversation
  ) async throws -> [String] {
    let data = try await talk.ask(
      """
      { student(id: "\(student)") { studyTimeSeries(from: "\(from)", to: "\(to)", by: \(step)) { firstDay minutes count } } }
      """, as: viewer)
    return try #require(data.at("student", "studyTimeSeries")?.array).map { period in
      "\(period.at("firstDay")?.string ?? "") \(Int(period.at("minutes")?.number ?? -1))/\(Int(period.at("count")?.number ?? -1))"
    }
  }

  private func setWeekStart(_ day: String, of viewer: AccountViewer, _ talk: Conversation) async throws {
    _ = try await talk.ask("mutation { updateMemberSettings(input: {weekStart: \(day)}) { __typename } }", as: viewer)
  }

  @Test func `Every period is there, and days outside do not count`() async throws {
    try await Conversation.with(Self.database) { talk in
      let student = try await newStudent(talk)
      // Monday, 7 September 2026.
      try await study(
        student,
        [("2026-09-06", 5, nil), ("2026-09-07", 45, nil), ("2026-09-07", 15, nil), ("2026-09-09", 30, nil), ("2026-10-01", 60, nil)],
        talk)
      #expect(
        try await series(student, "2026-09-07", "2026-09-10", "DAY", as: talk.elena, talk)
          == ["2026-09-07 60/2", "2026-09-08 0/0", "2026-09-09 30/1", "2026-09-10 0/0"])
      #expect(
        try await series(student, "2026-09-07", "2026-10-31", "MONTH", as: talk.elena, talk)
          == ["2026-09-01 90/3", "2026-10-01 60/1"])
      #expect(
        try await series(student, "2026-08-15", "2026-09-06", "MONTH", as: talk.elena, talk)
          == ["2026-08-01 0/0", "2026-09-01 5/1"])
      #expect(try await series(student, "2026-09-06", "2026-09-06", "DAY", as: talk.elena, talk) == ["2026-09-06 5/1"])
    }
  }

  @Test func `Weeks begin as the viewer's settings say`() async throws {
    try await Conversation.with(Self.database) { talk in
      let student = try await newStudent(talk)
      try await study(student, [("2026-09-05", 5, nil), ("2026-09-06", 10, nil), ("2026-09-07", 20, nil), ("2026-09-13", 40, nil)], talk)
      let expected = [
        "MONDAY": ["2026-08-31 15/2", "2026-09-07 60/2"],
        "TUESDAY": ["2026-09-01 35/3", "2026-09-08 40/1"],
        "SATURDAY": ["2026-09-05 35/3", "2026-09-12 40/1"],
        "SUNDAY": ["2026-08-30 5/1", "2026-09-06 30/2", "2026-09-13 40/1"],
      ]
      for (day, periods) in expected.sorted(by: { $0.key < $1.key }) {
        try await setWeekStart(day, of: talk.mateo, talk)
        #expect(try await series(student, "2026-09-05", "2026-09-13", "WEEK", as: talk.mateo, talk) == periods, "\(day)")
      }
      try await setWeekStart("SUNDAY", of: talk.mateo, talk)
      // The series of each student, under a list of them.
      let data = try await talk.ask(
        #"{ family { students { id studyTimeSeries(from: "2026-09-05", to: "2026-09-13", by: WEEK) { minutes } } } }"#, as: talk.mateo)
      let students = try #require(data.at("family", "students")?.array)
      #expect(students.count > 2)
      for other in students {
        let minutes = (other.at("studyTimeSeries")?.array ?? []).compactMap { $0.at("minutes")?.number }
        #expect(minutes.count == 3)
        if other.at("id")?.string == student { #expect(minutes == [5, 30, 40]) }
      }
    }
  }

  @Test func `The first and the last days of the calendar have periods`() async throws {
    try await Conversation.with(Self.database) { talk in
      let student = try await newStudent(talk)
      try await setWeekStart("SUNDAY", of: talk.elena, talk)
      #expect(
        try await series(student, "0001-01-01", "0001-01-08", "WEEK", as: talk.elena, talk)
          == ["0001-01-01 0/0", "0001-01-07 0/0"])
      #expect(
        try await series(student, "9999-12-30", "9999-12-31", "DAY", as: talk.elena, talk)
          == ["9999-12-30 0/0", "9999-12-31 0/0"])
      #expect(try await series(student, "9999-12-01", "9999-12-31", "MONTH", as: talk.elena, talk) == ["9999-12-01 0/0"])
    }
  }

  @Test("As many periods as are allowed are there, and more are refused", arguments: [
    ("2026-01-01", "2027-02-04", "2027-02-05", "DAY", 401), ("2020-01-01", "2027-08-31", "2027-09-01", "WEEK", 401),
    ("2000-01-15", "2033-04-30", "2033-05-01", "MONTH", 401),
  ])
  func limits(from: String, last: String, beyond: String, step: String, count: Int) async throws {
    try await Conversation.with(Self.database) { talk in
      let student = try #require(talk.ada.membership).memberID.description
      let periods = try await series(student, from, last, step, as: talk.elena, talk)
      // A week more where the first day is not the first of its week.
      #expect([400, 401].contains(periods.count))
      #expect(Set(periods).count == periods.count)
      #expect(periods.last.map { $0.prefix(10) <= last } == true)
      let answer = try await talk.answer(
        #"{ student(id: "\#(student)") { studyTimeSeries(from: "\#(from)", to: "\#(beyond)", by: \#(step)) { minutes } } }"#,
        as: talk.elena)
      #expect(answer.code == "LIMIT_EXCEEDED")
      #expect(answer.at("errors", 0, "message")?.string == #"Argument "to" must be at most 400 periods from "from", got \#(count)."#)
    }
  }

  @Test("Days that do not fit are refused with their argument", arguments: [
    ("2026-09-08", "2026-09-07", "to", #"Argument "to" must not be before "from"."#),
    ("2026-02-30", "2026-09-07", "from", "day of the calendar"), ("2026-02-01", "soon", "to", "day of the calendar"),
  ])
  func refusals(from: String, to: String, argument: String, message: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let student = try #require(talk.ada.membership).memberID
      let query = #"query ($from: Date!, $to: Date!) { student(id: "\#(student)") { studyTimeSeries(from: $from, to: $to, by: DAY) { count } } }"#
      let variables = JSONValue.object([.init("from", .string(from)), .init("to", .string(to))])
      let answer = try await talk.gateway.answer(query, variables: variables, as: talk.elena)
      #expect(answer.code == "BAD_USER_INPUT")
      #expect(answer.at("errors", 0, "extensions", "argument")?.string == argument)
      #expect(answer.at("errors", 0, "message")?.string?.contains(message) == true)
    }
  }

  @Test func `Study times are summed up by course, and stay without it when it is deleted`() async throws {
    try await Conversation.with(Self.database) { talk in
      let student = try await newStudent(talk)
      let (subject, course) = try await talk.gateway.newCourse(as: talk.elena)
      let other = try await talk.gateway.newCourse(as: talk.elena)
      try await study(
        student,
        [("2026-09-07", 10, course), ("2026-09-08", 20, course), ("2026-09-08", 25, other.course), ("2026-09-09", 7, nil)], talk)
      func byCourse(_ arguments: String = "") async throws -> [String] {
        let data = try await talk.ask(
          #"{ student(id: "\#(student)") { studyTimeByCourse\#(arguments) { course { id } minutes count } } }"#, as: talk.leo)
        return try #require(data.at("student", "studyTimeByCourse")?.array).map { line in
          "\(line.at("course", "id")?.string ?? "none") \(Int(line.at("minutes")?.number ?? 0))/\(Int(line.at("count")?.number ?? 0))"
        }
      }
      #expect(try await byCourse() == ["\(course) 30/2", "\(other.course) 25/1", "none 7/1"])
      #expect(try await byCourse(#"(from: "2026-09-08", to: "2026-09-08")"#) == ["\(other.course) 25/1", "\(course) 20/1"])
      #expect(try await byCourse("(first: 1, offset: 1)") == ["\(other.course) 25/1"])
      _ = try await talk.ask(#"mutation { deleteCourse(input: {id: "\#(course)"}) { id } }"#, as: talk.elena)
      #expect(try await byCourse() == ["none 37/3", "\(other.course) 25/1"])
      _ = try await talk.ask(
        #"mutation { deleteSubject(input: {id: "\#(other.subject)", cascade: true}) { id } }"#, as: talk.elena)
      #expect(try await byCourse() == ["none 62/4"])
      #expect(subject != other.subject)
    }
  }

  @Test func `Study time is of a student, from one minute to a day`() async throws {
    try await Conversation.with(Self.database) { talk in
      for minutes in [0, 1441, -1] {
        let answer = try await talk.answer(
          #"mutation { createStudyTime(input: {date: "2026-09-07", minutes: \#(minutes)}) { __typename } }"#, as: talk.ada)
        #expect(answer.code == "BAD_USER_INPUT")
        #expect(answer.inputPath == "input.minutes")
      }
      let parent = try #require(talk.elena.membership).memberID
      let answer = try await talk.answer(
        #"mutation { createStudyTime(input: {studentId: "\#(parent)", date: "2026-09-07", minutes: 5}) { __typename } }"#,
        as: talk.elena)
      #expect(answer.code == "NOT_FOUND")
      #expect(answer.inputPath == "input.studentId")
    }
  }
}
