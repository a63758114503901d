import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Time slots of courses, and those of one student that overlap (GT-15).
@Suite(.serialized) struct TimeSlotTests {
  private static let database = Task { try await SchoolDatabase("time_slots", families: 2) }

  private func with(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database, body)
  }

  private func newCourse(_ name: String, _ talk: Conversation, _ fields: String = "") async throws -> String {
    let data = try await talk.ask("{ family { subjects(first: 1) { id } } }", as: talk.elena)
    let subject = try #require(data.at("family", "subjects", 0, "id")?.string)
    let id = newID()
    _ = try await talk.ask(
      #"mutation { createCourse(input: {id: "\#(id)", subjectId: "\#(subject)", name: "\#(name)" \#(fields)}) { __typename } }"#,
      as: talk.elena)
    return id
  }

  private func newSlot(_ course: String, _ days: String, _ start: String, _ end: String, _ talk: Conversation) async throws {
    _ = try await talk.ask(
      """
      mutation { createTimeSlot(input: {courseId: "\(course)", days: [\(days)], start: "\(start):00", end: "\(end):00"}) {
        timeSlot { id }
      } }
      """, as: talk.elena)
  }

  /// A new student with an assignment of each course.
  private func newStudent(of courses: [String], _ talk: Conversation) async throws -> String {
    let id = newID()
    let work = courses.enumerated().map {
      #"a\#($0): createAssignment(input: {studentId: "\#(id)", courseId: "\#($1)", title: "T"}) { __typename }"#
    }
    _ = try await talk.ask(
      #"mutation { createStudent(input: {id: "\#(id)", name: "S"}) { __typename } \#(work.joined(separator: " ")) }"#,
      as: talk.elena)
    return id
  }

  /// As `MONDAY 09:30–10:00 Early Late`, with the names of the courses.
  private func overlaps(of student: String, _ talk: Conversation, _ arguments: String = "") async throws -> [String] {
    let data = try await talk.ask(
      """
      { student(id: "\(student)") { timeSlotOverlaps\(arguments) {
        day from until first { course { name } } second { course { name } }
      } } }
      """, as: talk.leo)
    return (data.at("student", "timeSlotOverlaps")?.array ?? []).map { overlap in
      let times = ["from", "until"].map { String((overlap[$0]?.string ?? "").prefix(5)) }
      let names = ["first", "second"].map { overlap.at(.key($0), "course", "name")?.string ?? "" }
      return ([overlap["day"]?.string ?? "", times.joined(separator: "–")] + names).joined(separator: " ")
    }
  }

  @Test func `A course has time slots on days of the week, the earliest first`() async throws {
    try await with { talk in
      let course = try await newCourse("Choir", talk)
      let id = newID()
      let input = #"courseId: "\#(course)", start: "14:00:00", end: "15:30:00", place: "Hall""#
      let data = try await talk.ask(
        """
        mutation {
          a: createTimeSlot(input: {id: "\(id)", days: [FRIDAY, MONDAY], \(input)}) { timeSlot { days start end place version } }
          b: createTimeSlot(input: {days: SUNDAY, courseId: "\(course)", start: "08:00:00", end: "08:00:01"}) { timeSlot { days } }
          c: updateTimeSlot(input: {id: "\(id)", end: "15:00:00"}) { timeSlot { days start end place } }
          d: updateTimeSlot(input: {id: "\(id)", days: [TUESDAY], place: null}) { timeSlot { days place version } }
        }
        """, as: talk.elena)
      #expect(data.at("a", "timeSlot", "days") == .array([.string("FRIDAY"), .string("MONDAY")]))
      #expect(data.at("a", "timeSlot", "place")?.string == "Hall")
      #expect(data.at("b", "timeSlot", "days") == .array([.string("SUNDAY")]))
      #expect(data.at("c", "timeSlot", "start")?.string == "14:00:00")
      #expect(data.at("c", "timeSlot", "end")?.string == "15:00:00")
      #expect(data.at("d", "timeSlot", "days") == .array([.string("TUESDAY")]))
      #expect(data.at("d", "timeSlot", "version")?.number == 3)
      let read = try await talk.ask(
        """
        { course(id: "\(course)") { timeSlots { start } late: timeSlots(where: {start: {gte: "12:00:00"}}) { id } }
          family { courses(where: {timeSlots: {some: {end: {eq: "08:00:01"}}}}) { id } } }
        """, as: talk.ada)
      #expect(read.at("course", "timeSlots")?.array?.compactMap { $0.at("start")?.string } == ["08:00:00", "14:00:00"])
      #expect(read.at("course", "late", 0, "id")?.string == id)
      #expect(read.at("family", "courses", 0, "id")?.string == course)
      // A time slot is a part of its course.
      _ = try await talk.ask(#"mutation { deleteCourse(input: {id: "\#(course)"}) { id } }"#, as: talk.elena)
      #expect(try await talk.ask(#"{ timeSlot(id: "\#(id)") { id } }"#, as: talk.elena).at("timeSlot") == .null)
    }
  }

  @Test("Values that may not be are refused with the path of their field", arguments: [
    (#"courseId: "C", days: [MONDAY], start: "10:00:00", end: "10:00:00""#, "end", #""end" must be after "start"."#),
    (#"courseId: "C", days: [MONDAY], start: "10:00:00", end: "09:00:00""#, "end", #""end" must be after "start"."#),
    (#"courseId: "C", days: [], start: "10:00:00", end: "11:00:00""#, "days", #""days" must have at least one value."#),
    (#"courseId: "C", days: [MONDAY, FRIDAY, MONDAY], start: "10:00:00", end: "11:00:00""#, "days.2", "MONDAY twice"),
    (#"courseId: "C", days: [MONDAY], start: "10:00", end: "11:00:00""#, "start", "time"),
    (#"courseId: "C", days: [MONDAY], start: "10:00:00", end: "24:00:00""#, "end", "time"),
  ])
  func refusals(input: String, path: String, message: String) async throws {
    try await with { talk in
      let course = try await newCourse("Refused", talk)
      let input = input.replacing("\"C\"", with: "\"\(course)\"")
      let answer = try await talk.answer("mutation { createTimeSlot(input: {\(input)}) { __typename } }", as: talk.elena)
      #expect(answer.code == "BAD_USER_INPUT", "\(answer)")
      #expect(answer.inputPath == "input.\(path)")
      #expect(answer.at("errors", 0, "message")?.string?.contains(message) == true, "\(answer)")
      #expect(
        try await talk.ask("{ course(id: \"\(course)\") { timeSlots { id } } }", as: talk.elena).at("course", "timeSlots")
          == .array([]))
    }
  }

  @Test func `An update of one time looks at the other`() async throws {
    try await with { talk in
      let course = try await newCourse("Update", talk)
      try await newSlot(course, "MONDAY", "10:00", "11:00", talk)
      let read = try await talk.ask("{ course(id: \"\(course)\") { timeSlots { id } } }", as: talk.elena)
      let id = try #require(read.at("course", "timeSlots", 0, "id")?.string)
      for (field, time) in [("start", "11:00:00"), ("end", "10:00:00"), ("start", "12:00:00")] {
        let answer = try await talk.answer(
          #"mutation { updateTimeSlot(input: {id: "\#(id)", \#(field): "\#(time)"}) { __typename } }"#, as: talk.elena)
        #expect(answer.code == "BAD_USER_INPUT")
        #expect(answer.inputPath == "input.\(field)")
      }
      let null = try await talk.answer(
        #"mutation { updateTimeSlot(input: {id: "\#(id)", days: null}) { __typename } }"#, as: talk.elena)
      #expect(null.code == "BAD_USER_INPUT")
      #expect(null.inputPath == "input.days")
    }
  }

  @Test func `Overlaps of a student's courses are told by day and time, and not refused`() async throws {
    try await with { talk in
      let (early, late, other) = (
        try await newCourse("Early", talk), try await newCourse("Late", talk), try await newCourse("Other", talk)
      )
      try await newSlot(early, "WEDNESDAY, MONDAY, FRIDAY", "09:00", "10:00", talk)
      try await newSlot(late, "SUNDAY, MONDAY, WEDNESDAY", "09:30", "12:00", talk)
      // It only touches, and the day is another.
      try await newSlot(early, "MONDAY", "12:00", "13:00", talk)
      try await newSlot(early, "THURSDAY", "09:30", "12:00", talk)
      try await newSlot(other, "MONDAY", "09:15", "09:45", talk)
      let student = try await newStudent(of: [early, late], talk)
      let found = ["MONDAY 09:30–10:00 Early Late", "WEDNESDAY 09:30–10:00 Early Late"]
      #expect(try await overlaps(of: student, talk) == found)
      #expect(try await overlaps(of: student, talk, "(first: 1, offset: 1)") == [found[1]])
      let busy = try await newStudent(of: [early, late, late, other], talk)
      #expect(
        try await overlaps(of: busy, talk) == [
          "MONDAY 09:15–09:45 Early Other", "MONDAY 09:30–09:45 Other Late", found[0], found[1],
        ])
      #expect(try await overlaps(of: newStudent(of: [late], talk), talk) == [])
      #expect(try await overlaps(of: newStudent(of: [], talk), talk) == [])
    }
  }

  @Test func `Courses of terms that have no day in common do not overlap`() async throws {
    try await with { talk in
      let (year, fall, spring) = (newID(), newID(), newID())
      func term(_ id: String, _ days: String) -> String {
        #"createTerm(input: {id: "\#(id)", schoolYearId: "\#(year)", name: "T", \#(days)}) { __typename }"#
      }
      _ = try await talk.ask(
        """
        mutation {
          createSchoolYear(input: {id: "\(year)", name: "Y", firstDay: "2050-01-01", lastDay: "2050-12-31"}) { __typename }
          a: \(term(spring, #"firstDay: "2050-01-01", lastDay: "2050-06-30""#))
          b: \(term(fall, #"firstDay: "2050-07-01", lastDay: "2050-12-31""#))
        }
        """, as: talk.elena)
      func newCourse(_ name: String, in term: String) async throws -> String {
        let course = try await self.newCourse(name, talk, ", termId: \"\(term)\"")
        try await newSlot(course, "TUESDAY", "09:00", "10:00", talk)
        return course
      }
      let (one, other, same) = (
        try await newCourse("Spring", in: spring), try await newCourse("Fall", in: fall), try await newCourse("Too", in: fall)
      )
      let always = try await self.newCourse("Always", talk)
      try await newSlot(always, "TUESDAY", "09:30", "10:30", talk)
      #expect(try await overlaps(of: newStudent(of: [one, other], talk), talk) == [])
      #expect(try await overlaps(of: newStudent(of: [same, other], talk), talk).count == 1)
      #expect(
        try await overlaps(of: newStudent(of: [one, always], talk), talk) == ["TUESDAY 09:30–10:00 Spring Always"])
    }
  }

  @Test func `Parents alone change time slots, and only those of their family`() async throws {
    try await with { talk in
      let course = try await newCourse("Own", talk)
      let create = """
        mutation { createTimeSlot(input: {courseId: "\(course)", days: [MONDAY], start: "10:00:00", end: "11:00:00"}) {
          timeSlot { id }
        } }
        """
      #expect(try await talk.answer(create, as: talk.ada).codes == ["createTimeSlot": "FORBIDDEN"])
      let foreign = try await talk.answer(create, as: talk.stranger)
      #expect(foreign.codes == ["createTimeSlot": "NOT_FOUND"])
      #expect(foreign.inputPath == "input.courseId")
      let student = try #require(talk.ada.membership).memberID
      let read = #"{ student(id: "\#(student)") { timeSlotOverlaps { day } } }"#
      #expect(try await talk.ask(read, as: talk.stranger).at("student") == .null)
    }
  }
}
