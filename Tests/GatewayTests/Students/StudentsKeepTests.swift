import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Students who keep courses and grades of their own (GT-18), in a family with two parents and two students.
@Suite(.serialized) struct StudentsKeepTests {
  private static let database = Task { try await SchoolDatabase("students_keep") }

  private func id(_ viewer: AccountViewer) throws -> String { try #require(viewer.membership).memberID.description }

  private func expectRefusal(
    _ mutation: String, as viewer: AccountViewer, at path: String?, _ talk: Conversation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await talk.run(mutation, as: viewer)
    #expect(answer.code == "FORBIDDEN", "\(mutation): \(answer)", sourceLocation: sourceLocation)
    #expect(answer.inputPath == path, "\(mutation)", sourceLocation: sourceLocation)
    let message = answer.at("errors", 0, "message")?.string ?? ""
    #expect(message.contains("studentsKeep") || message.contains("others"), "\(message)", sourceLocation: sourceLocation)
  }

  @Test func `A student keeps what it creates, and a parent changes it all the same`() async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.studentsKeep()
      for writer in [talk.ada, talk.elena] {
        let records = try await KeptRecords(of: talk.ada, talk)
        let kept = try await talk.ask(
          #"{ subject(id: "\#(records.subject)") { keeper { id } } course(id: "\#(records.course)") { keeper { id } } }"#, as: talk.leo)
        #expect(kept.at("subject", "keeper", "id")?.string == (try id(talk.ada)))
        #expect(kept.at("course", "keeper", "id")?.string == (try id(talk.ada)))
        for creation in try records.creations(for: talk.ada) {
          #expect(try await talk.run(creation, as: writer).at("errors") == nil, "\(creation)")
        }
        for change in records.changes {
          #expect(try await talk.run(change, as: writer).at("errors") == nil, "\(change)")
        }
        #expect(try await talk.ask(#"{ subject(id: "\#(records.subject)") { id } }"#, as: talk.ada).at("subject") == .null)
      }
    }
  }

  @Test func `A student keeps courses of any subject of the family, with several assignments and their questions at once`() async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.studentsKeep()
      let subject = newID()
      _ = try await talk.ask(#"mutation { createSubject(input: {id: "\#(subject)", name: "S"}) { subject { id } } }"#, as: talk.elena)
      let made = try await talk.ask(
        #"mutation { createCourse(input: {subjectId: "\#(subject)", name: "C", keeperId: "\#(try id(talk.ada))"}) { course { id } } }"#, as: talk.ada)
      let course = try #require(made.at("createCourse", "course", "id")?.string)
      let item = #"studentId: "\#(try id(talk.ada))", courseId: "\#(course)""#
      let batch = try await talk.ask(
        """
        mutation { createAssignments(input: {assignments: [
          {\(item), title: "One", questions: [{prompt: "First?"}]}, {\(item), title: "Two", pointsPossible: 5}
        ]}) { assignments { title questions { prompt } } courses { id } } }
        """, as: talk.ada)
      #expect(batch.at("createAssignments", "assignments", 0, "questions", 0, "prompt")?.string == "First?")
      #expect(batch.at("createAssignments", "courses", 0, "id")?.string == course)
      // The subject stays the parents'.
      try await expectRefusal(#"updateSubject(input: {id: "\#(subject)", name: "X"})"#, as: talk.ada, at: "input.id", talk)
    }
  }

  @Test func `While the setting is off a student changes nothing, and keeps it again once it is on`() async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.studentsKeep()
      let records = try await KeptRecords(of: talk.ada, talk)
      let before = try await records.state(talk)
      try await talk.studentsKeep("NOTES_AND_TIME")
      for change in records.changes {
        let isBatch = change.hasPrefix("updateAssignments")
        try await expectRefusal(change, as: talk.ada, at: isBatch ? "input.assignments.0.id" : "input.id", talk)
      }
      for creation in try records.creations(for: talk.ada) + [
        #"createSubject(input: {name: "S"})"#, #"createCourse(input: {subjectId: "\#(records.subject)", name: "D"})"#,
      ] {
        try await expectRefusal(creation, as: talk.ada, at: nil, talk)
      }
      #expect(try await records.state(talk) == before)
      // Notes and study time stay the student's.
      #expect(try await talk.run(#"createNote(input: {title: "T", courseId: "\#(records.course)"})"#, as: talk.ada).at("errors") == nil)
      try await talk.studentsKeep()
      #expect(try await talk.run(records.changes[0], as: talk.ada).at("errors") == nil)
      for (viewer, code) in [(talk.ada, "FORBIDDEN"), (talk.stranger, nil)] {
        let answer = try await talk.run("updateFamily(input: {studentsKeep: NOTES_AND_TIME})", as: viewer)
        #expect(answer.code == code)
      }
      #expect(try await talk.run("updateFamily(input: {studentsKeep: null})", as: talk.elena).code == "BAD_USER_INPUT")
    }
  }

  @Test func `What another student keeps a student neither changes nor adds to, and to another family it is not there`() async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.studentsKeep()
      let records = try await KeptRecords(of: talk.ada, talk)
      let before = try await records.state(talk)
      let foreign = AccountViewer(try #require(talk.database.sample.studentAccount(of: 0)))
      #expect(try await talk.run("updateFamily(input: {studentsKeep: COURSES_AND_GRADES})", as: talk.stranger).at("errors") == nil)
      for change in records.changes {
        let isBatch = change.hasPrefix("updateAssignments")
        try await expectRefusal(change, as: talk.leo, at: isBatch ? "input.assignments.0.id" : "input.id", talk)
        #expect(try await talk.run(change, as: foreign).code == "NOT_FOUND", "\(change)")
      }
      for creation in try records.creations(for: talk.leo) {
        let name = creation.hasPrefix("createQuestion") ? "assignmentId" : "courseId"
        let isBatch = creation.hasPrefix("createAssignments")
        try await expectRefusal(creation, as: talk.leo, at: isBatch ? "input.assignments.0.courseId" : "input.\(name)", talk)
      }
      for creation in try records.creations(for: foreign) + [#"createCourse(input: {subjectId: "\#(records.subject)", name: "D"})"#] {
        #expect(try await talk.run(creation, as: foreign).code == "NOT_FOUND", "\(creation)")
      }
      #expect(try await records.state(talk) == before)
    }
  }

  @Test func `A student gives its course to nobody else, and a parent to any student of the family`() async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.studentsKeep()
      let records = try await KeptRecords(of: talk.ada, talk)
      let (ada, leo) = (try id(talk.ada), try id(talk.leo))
      for (type, key) in [("Subject", records.subject), ("Course", records.course)] {
        for keeper in ["\"\(leo)\"", "null", "\"\(newID())\""] {
          try await expectRefusal(
            #"update\#(type)(input: {id: "\#(key)", keeperId: \#(keeper)})"#, as: talk.ada, at: "input.keeperId", talk)
        }
        #expect(try await talk.run(#"update\#(type)(input: {id: "\#(key)", keeperId: "\#(ada)"})"#, as: talk.ada).at("errors") == nil)
        // Nor does it take another's.
        try await expectRefusal(#"update\#(type)(input: {id: "\#(key)", keeperId: "\#(leo)"})"#, as: talk.leo, at: "input.id", talk)
        let fields = type == "Course" ? #", subjectId: "\#(records.subject)""# : ""
        try await expectRefusal(
          #"create\#(type)(input: {name: "N", keeperId: "\#(leo)"\#(fields)})"#, as: talk.ada, at: "input.keeperId", talk)
        let foreign = AccountViewer(try #require(talk.database.sample.studentAccount(of: 0)))
        for nobody in [try id(foreign), try id(talk.elena), newID()] {
          let answer = try await talk.run(#"update\#(type)(input: {id: "\#(key)", keeperId: "\#(nobody)"})"#, as: talk.elena)
          #expect(answer.code == "NOT_FOUND")
          #expect(answer.inputPath == "input.keeperId")
        }
        #expect(try await talk.run(#"update\#(type)(input: {id: "\#(key)", keeperId: "\#(leo)"})"#, as: talk.elena).at("errors") == nil)
        try await expectRefusal(#"update\#(type)(input: {id: "\#(key)", name: "X"})"#, as: talk.ada, at: "input.id", talk)
        #expect(try await talk.run(#"update\#(type)(input: {id: "\#(key)", name: "Y"})"#, as: talk.leo).at("errors") == nil)
        #expect(try await talk.run(#"update\#(type)(input: {id: "\#(key)", keeperId: null})"#, as: talk.elena).at("errors") == nil)
        try await expectRefusal(#"update\#(type)(input: {id: "\#(key)", name: "X"})"#, as: talk.leo, at: "input.id", talk)
      }
      // Its own work in a course that parents keep is not the student's to grade.
      try await expectRefusal(#"gradeAssignment(input: {id: "\#(records.assignment)", pointsAwarded: 1})"#, as: talk.ada, at: "input.id", talk)
    }
  }

  @Test func `A student's work stays its own, and in courses that it keeps`() async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.studentsKeep()
      let (records, others) = (try await KeptRecords(of: talk.ada, talk), try await KeptRecords(of: talk.leo, talk))
      let (ada, leo) = (try id(talk.ada), try id(talk.leo))
      let before = try await records.state(talk)
      for (fields, path) in [
        (#"studentId: "\#(leo)""#, "studentId"), (#"courseId: "\#(others.course)""#, "courseId"), ("courseId: null", "courseId"),
      ] {
        try await expectRefusal(
          #"updateAssignment(input: {id: "\#(records.assignment)", \#(fields)})"#, as: talk.ada, at: "input.\(path)", talk)
        try await expectRefusal(
          #"updateAssignments(input: {assignments: [{id: "\#(records.assignment)", \#(fields)}]})"#, as: talk.ada,
          at: "input.assignments.0.\(path)", talk)
      }
      for (fields, path) in [
        (#"studentId: "\#(leo)", courseId: "\#(records.course)""#, "studentId"),
        (#"studentId: "\#(ada)", courseId: "\#(others.course)""#, "courseId"), (#"studentId: "\#(ada)""#, "courseId"),
        (#"studentId: "\#(ada)", courseId: null"#, "courseId"),
      ] {
        try await expectRefusal("createAssignment(input: {title: \"T\", \(fields)})", as: talk.ada, at: "input.\(path)", talk)
        let good = #"{title: "T", studentId: "\#(ada)", courseId: "\#(records.course)"}"#
        try await expectRefusal(
          "createAssignments(input: {assignments: [\(good), {title: \"T\", \(fields)}]})", as: talk.ada,
          at: "input.assignments.1.\(path)", talk)
      }
      #expect(try await records.state(talk) == before)
      let unknown = try await talk.run(
        #"updateAssignment(input: {id: "\#(records.assignment)", courseId: "\#(newID())"})"#, as: talk.ada)
      #expect(unknown.code == "NOT_FOUND")
      // A parent puts a sibling's work into the course: the keeper neither changes nor grades it.
      let theirs = try await talk.newAssignment(of: talk.leo, "L", #"courseId: "\#(records.course)", pointsPossible: 10"#)
      for change in [
        #"gradeAssignment(input: {id: "\#(theirs)", pointsAwarded: 1})"#, #"updateAssignment(input: {id: "\#(theirs)", title: "X"})"#,
        #"updateAssignment(input: {id: "\#(theirs)", studentId: "\#(ada)"})"#, #"deleteAssignment(input: {id: "\#(theirs)"})"#,
      ] {
        for viewer in [talk.ada, talk.leo] { try await expectRefusal(change, as: viewer, at: "input.\(change.contains("studentId") && viewer == talk.leo ? "studentId" : "id")", talk) }
      }
    }
  }

  @Test func `A student deletes nothing with work of others in it`() async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.studentsKeep()
      let records = try await KeptRecords(of: talk.ada, talk)
      let (course, subject) = (
        #"deleteCourse(input: {id: "\#(records.course)", cascade: true})"#, #"deleteSubject(input: {id: "\#(records.subject)", cascade: true})"#
      )
      let theirs = try await talk.newAssignment(of: talk.leo, "L", #"courseId: "\#(records.course)""#)
      for deletion in [course, subject] { try await expectRefusal(deletion, as: talk.ada, at: "input.id", talk) }
      _ = try await talk.ask(#"mutation { deleteAssignment(input: {id: "\#(theirs)"}) { id } }"#, as: talk.elena)
      let parents = newID()
      _ = try await talk.ask(
        #"mutation { createCourse(input: {id: "\#(parents)", subjectId: "\#(records.subject)", name: "P"}) { course { id } } }"#, as: talk.elena)
      try await expectRefusal(subject, as: talk.ada, at: "input.id", talk)
      // A grade that a parent set.
      func override(_ grade: String) -> String {
        #"setGradeOverride(input: {courseId: "\#(records.course)", studentId: "\#((try? id(talk.ada)) ?? "")", grade: \#(grade)})"#
      }
      #expect(try await talk.run(override("80"), as: talk.elena).at("errors") == nil)
      try await expectRefusal(course, as: talk.ada, at: "input.id", talk)
      let cleared = try await talk.run(
        override("80").replacing("setGradeOverride", with: "clearGradeOverride").replacing(", grade: 80", with: ""), as: talk.elena)
      #expect(cleared.at("errors") == nil, "\(cleared)")
      #expect(try await talk.run(course, as: talk.ada).at("errors") == nil)
      _ = try await talk.ask(#"mutation { deleteCourse(input: {id: "\#(parents)"}) { id } }"#, as: talk.elena)
      #expect(try await talk.run(subject, as: talk.ada).at("errors") == nil)
    }
  }

  @Test func `The audit trail names the student who grades itself`() async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.studentsKeep()
      let records = try await KeptRecords(of: talk.ada, talk)
      for points in ["9", "10", "null"] {
        _ = try await talk.ask(
          #"mutation { gradeAssignment(input: {id: "\#(records.assignment)", pointsAwarded: \#(points)}) { course { grade } } }"#, as: talk.ada)
      }
      let trail = try await talk.ask(
        """
        { family { auditTrail(first: 10, orderBy: {field: CREATED_AT}, where: {assignment: {id: {eq: "\(records.assignment)"}}}) { nodes {
          action actorRole actor { id } member { id } previousPointsAwarded pointsAwarded
        } } } }
        """, as: talk.elena)
      let nodes = try #require(trail.at("family", "auditTrail", "nodes")?.array)
      #expect(nodes.compactMap { $0.at("action")?.string } == ["GRADE_SET", "GRADE_CHANGED", "GRADE_REMOVED"])
      #expect(nodes.allSatisfy { $0.at("actorRole")?.string == "STUDENT" })
      let ada = try id(talk.ada)
      #expect(nodes.allSatisfy { $0.at("actor", "id")?.string == ada && $0.at("member", "id")?.string == ada })
    }
  }

  @Test func `Timetables, terms, scales, overrides, degrees and copies stay with parents`() async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.studentsKeep()
      let records = try await KeptRecords(of: talk.ada, talk)
      let ada = try id(talk.ada)
      for mutation in [
        #"createTimeSlot(input: {courseId: "\#(records.course)", days: [MONDAY], start: "08:00:00", end: "09:00:00"})"#,
        #"createSchoolYear(input: {name: "Y", firstDay: "2030-09-01", lastDay: "2031-06-30"})"#,
        #"chooseGradeScale(input: {courseId: "\#(records.course)", readyMade: PASS_FAIL})"#,
        #"setGradeOverride(input: {courseId: "\#(records.course)", studentId: "\#(ada)", grade: 100})"#,
        #"createDegree(input: {name: "D"})"#, #"copyCourse(input: {id: "\#(records.course)", fromStudentId: "\#(ada)"})"#,
        "createInvitation(input: {role: PARENT})",
      ] {
        #expect(try await talk.run(mutation, as: talk.ada).code == "FORBIDDEN", "\(mutation)")
      }
    }
  }

  @Test func `A copy for another student is kept by that one, and a student who goes keeps nothing`() async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.studentsKeep()
      let records = try await KeptRecords(of: talk.ada, talk)
      let (ada, leo) = (try id(talk.ada), try id(talk.leo))
      for (from, to, keeper) in [(ada, leo, leo), (ada, ada, ada), (leo, ada, nil)] {
        let copied = try await talk.ask(
          #"mutation { copyCourse(input: {id: "\#(records.course)", fromStudentId: "\#(from)", studentId: "\#(to)"}) { course { keeper { id } } } }"#,
          as: talk.elena)
        #expect(copied.at("copyCourse", "course", "keeper", "id")?.string == keeper)
      }
      let made = try await talk.ask(#"mutation { createStudent(input: {name: "Cy"}) { student { id } } }"#, as: talk.elena)
      let cy = try #require(made.at("createStudent", "student", "id")?.string)
      let gone = try await talk.ask(
        """
        mutation {
          updateSubject(input: {id: "\(records.subject)", keeperId: "\(cy)"}) { subject { keeper { name } } }
          updateCourse(input: {id: "\(records.course)", keeperId: "\(cy)"}) { course { keeper { name } version } }
          removeMember(input: {id: "\(cy)"}) { id family { courses(where: {id: {eq: "\(records.course)"}}) { keeper { id } version } } }
        }
        """, as: talk.elena)
      #expect(gone.at("updateSubject", "subject", "keeper", "name")?.string == "Cy")
      #expect(gone.at("updateCourse", "course", "version") == .number("2"))
      #expect(gone.at("removeMember", "family", "courses", 0, "keeper") == .null)
      #expect(gone.at("removeMember", "family", "courses", 0, "version") == .number("3"))
    }
  }
}
