import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Notes and their tags: what a note is on, the list of its tags, and what stays when others go.
@Suite(.serialized) struct NoteTests {
  private static let database = Task { try await SchoolDatabase("notes") }

  /// - Parameter fields: further fields of the input.
  private func newNote(
    _ fields: String = "", as viewer: AccountViewer, _ talk: Conversation
  ) async throws -> String {
    let id = newID()
    _ = try await talk.ask(
      #"mutation { createNote(input: {id: "\#(id)", title: "T", text: "Text" \#(fields)}) { note { id } } }"#, as: viewer)
    return id
  }

  private func newTag(_ name: String, _ talk: Conversation) async throws -> String {
    let id = newID()
    _ = try await talk.ask(
      #"mutation { createNoteTag(input: {id: "\#(id)", name: "\#(name)"}) { noteTag { id } } }"#, as: talk.ada)
    return id
  }

  private func note(_ id: String, _ talk: Conversation) async throws -> JSONValue {
    let data = try await talk.ask(
      #"{ note(id: "\#(id)") { title text version author { id } course { id } assignment { id } tags { name } } }"#, as: talk.leo)
    return try #require(data.at("note"))
  }

  private func tags(_ note: JSONValue) -> [String] {
    (note.at("tags")?.array ?? []).compactMap { $0.at("name")?.string }
  }

  @Test func `The list of tags is replaced as a whole, and counts as a change of the note`() async throws {
    try await Conversation.with(Self.database) { talk in
      let names = ["b \(newID())", "A \(newID())", "c \(newID())"]
      var ids: [String] = []
      for name in names { ids.append(try await newTag(name, talk)) }
      let id = try await newNote(#", tagIds: ["\#(ids[0])", "\#(ids[1])", "\#(ids[0])"]"#, as: talk.ada, talk)
      var note = try await note(id, talk)
      #expect(tags(note) == [names[1], names[0]])
      #expect(note.at("author", "id")?.string == (try #require(talk.ada.membership).memberID.description))
      func update(_ fields: String) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { updateNote(input: {id: "\#(id)", \#(fields)}) { note { version tags { name } } } }"#, as: talk.ada)
      }
      let replaced = try await update(#"ifVersion: 1, tagIds: ["\#(ids[2])", "\#(ids[1])"]"#)
      #expect(tags(try #require(replaced.at("data", "updateNote", "note"))) == [names[1], names[2]])
      #expect(replaced.at("data", "updateNote", "note", "version") == .number("2"))
      #expect(try await update(#"ifVersion: 1, tagIds: []"#).code == "CONFLICT")
      // Omitted fields stay.
      #expect(tags(try #require(try await update(#"title: "U""#).at("data", "updateNote", "note"))) == [names[1], names[2]])
      // Nothing is changed by half.
      let unknown = try await update(#"title: "V", tagIds: ["\#(ids[0])", "\#(newID())"]"#)
      #expect(unknown.code == "NOT_FOUND")
      #expect(unknown.inputPath == "input.tagIds.1")
      let foreign = try await talk.database.ids(
        "SELECT id FROM note_tags WHERE family_id = \(bind: .uuid(talk.database.sample.familyID(0))) LIMIT 1")
      #expect(try await update(#"tagIds: ["\#(try #require(foreign.first))"]"#).code == "NOT_FOUND")
      let many = (0...20).map { _ in "\"\(newID())\"" }.joined(separator: ",")
      let tooMany = try await update("tagIds: [\(many)]")
      #expect(tooMany.code == "BAD_USER_INPUT")
      #expect(tooMany.inputPath == "input.tagIds")
      #expect(try await update("tagIds: null").code == "BAD_USER_INPUT")
      note = try await self.note(id, talk)
      #expect(tags(note) == [names[1], names[2]])
      #expect(note.at("title")?.string == "U")
      #expect(note.at("version") == .number("3"))
      #expect(tags(try #require(try await update("tagIds: []").at("data", "updateNote", "note"))) == [])
    }
  }

  @Test func `The same note sent again has the same tags, whatever happened to them since`() async throws {
    try await Conversation.with(Self.database) { talk in
      let (id, tag) = (newID(), try await newTag("again \(newID())", talk))
      let create = #"mutation { createNote(input: {id: "\#(id)", title: "T", tagIds: ["\#(tag)"]}) { note { tags { id } } } }"#
      #expect(try await talk.ask(create, as: talk.ada).at("createNote", "note", "tags", 0, "id")?.string == tag)
      _ = try await talk.ask(#"mutation { updateNote(input: {id: "\#(id)", tagIds: []}) { note { id } } }"#, as: talk.ada)
      #expect(try await talk.ask(create, as: talk.ada).at("createNote", "note", "tags") == .array([]))
    }
  }

  @Test func `A tag is renamed for all notes, differs by more than case, and is taken off when it is deleted`() async throws {
    try await Conversation.with(Self.database) { talk in
      let suffix = newID()
      let tag = try await newTag("Übung \(suffix)", talk)
      let first = try await newNote(#", tagIds: ["\#(tag)"]"#, as: talk.ada, talk)
      let second = try await newNote(#", tagIds: ["\#(tag)"]"#, as: talk.elena, talk)
      let twice = try await talk.answer(
        #"mutation { createNoteTag(input: {name: "ÜBUNG \#(suffix.uppercased())"}) { noteTag { id } } }"#, as: talk.elena)
      #expect(twice.code == "CONFLICT")
      #expect(twice.inputPath == "input.name")
      let rename = #"mutation { updateNoteTag(input: {id: "\#(tag)", name: "übung! \#(suffix)"}) { noteTag { notes { id } } } }"#
      #expect(try await talk.answer(rename, as: talk.ada).code == "FORBIDDEN")
      let renamed = try await talk.ask(rename, as: talk.elena)
      let notes = try #require(renamed.at("updateNoteTag", "noteTag", "notes")?.array).compactMap { $0.at("id")?.string }
      #expect(notes == [second, first])
      for id in [first, second] { #expect(tags(try await note(id, talk)) == ["übung! \(suffix)"]) }
      #expect(
        try await talk.answer(#"mutation { deleteNoteTag(input: {id: "\#(tag)"}) { id } }"#, as: talk.ada).code == "FORBIDDEN")
      _ = try await talk.ask(#"mutation { deleteNoteTag(input: {id: "\#(tag)"}) { id } }"#, as: talk.elena)
      for id in [first, second] { #expect(tags(try await note(id, talk)) == []) }
    }
  }

  @Test func `Notes are found by a tag and by their text`() async throws {
    try await Conversation.with(Self.database) { talk in
      let word = "w\(newID().replacing("-", with: ""))"
      let (exam, other) = (try await newTag("exam \(word)", talk), try await newTag("other \(word)", talk))
      let both = try await newNote(#", tagIds: ["\#(exam)", "\#(other)"]"#, as: talk.ada, talk)
      let one = newID()
      _ = try await talk.ask(
        #"mutation { createNote(input: {id: "\#(one)", title: "About \#(word.uppercased())", tagIds: ["\#(exam)"]}) { note { id } } }"#,
        as: talk.ada)
      func found(_ filter: String) async throws -> Set<String> {
        let data = try await talk.ask(
          "{ family { notes(where: {\(filter)}) { id } notesConnection(where: {\(filter)}) { totalCount } } }", as: talk.leo)
        let ids = try #require(data.at("family", "notes")?.array).compactMap { $0.at("id")?.string }
        #expect(data.at("family", "notesConnection", "totalCount") == .number("\(ids.count)"))
        return Set(ids)
      }
      #expect(try await found(#"tags: {some: {name: {eq: "exam \#(word)"}}}"#) == [both, one])
      #expect(try await found(#"tags: {some: {id: {eq: "\#(other)"}}}"#) == [both])
      #expect(try await found(#"tags: {some: {id: {eq: "\#(exam)"}}, none: {id: {eq: "\#(other)"}}}"#) == [one])
      #expect(
        try await found(#"tags: {some: {id: {eq: "\#(exam)"}}, every: {id: {eq: "\#(exam)"}}}"#) == [one])
      #expect(try await found(#"or: [{title: {contains: "\#(word)"}}, {text: {contains: "\#(word)"}}]"#) == [one])
    }
  }

  @Test func `A tag that several notes share is read once for each of them, and so are its notes`() async throws {
    try await Conversation.with(Self.database) { talk in
      let tag = try await newTag("shared \(newID())", talk)
      var ids: [String] = []
      for _ in 0..<3 { ids.append(try await newNote(#", tagIds: ["\#(tag)"]"#, as: talk.ada, talk)) }
      let data = try await talk.ask(
        #"{ family { notes(where: {tags: {some: {id: {eq: "\#(tag)"}}}}) { id tags { id notes(first: 2) { id tags { id } } } } } }"#,
        as: talk.leo)
      let notes = try #require(data.at("family", "notes")?.array)
      #expect(notes.compactMap { $0.at("id")?.string } == ids.reversed())
      for note in notes {
        #expect(note.at("tags")?.array?.count == 1)
        let inner = try #require(note.at("tags", 0, "notes")?.array)
        #expect(inner.compactMap { $0.at("id")?.string } == Array(ids.reversed().prefix(2)))
        #expect(inner.allSatisfy { $0.at("tags")?.array?.count == 1 })
      }
    }
  }

  @Test func `A note is on a course or on an assignment, and moves between them`() async throws {
    try await Conversation.with(Self.database) { talk in
      let (_, course) = try await talk.gateway.newCourse(as: talk.elena)
      let assignment = try await talk.newAssignment(of: talk.ada)
      let both = try await talk.answer(
        #"mutation { createNote(input: {title: "T", courseId: "\#(course)", assignmentId: "\#(assignment)"}) { note { id } } }"#,
        as: talk.ada)
      #expect(both.code == "BAD_USER_INPUT")
      #expect(both.inputPath == "input.assignmentId")
      let id = try await newNote(#", courseId: "\#(course)""#, as: talk.ada, talk)
      func update(_ fields: String) async throws -> JSONValue {
        try await talk.answer(#"mutation { updateNote(input: {id: "\#(id)", \#(fields)}) { note { id } } }"#, as: talk.ada)
      }
      #expect(try await update(#"assignmentId: "\#(assignment)""#).inputPath == "input.assignmentId")
      #expect(try await update(#"assignmentId: "\#(assignment)", courseId: null"#).at("errors") == nil)
      let data = try await talk.ask(
        #"{ a: node(id: "\#(assignment)") { ... on Assignment { notes { id } } } course(id: "\#(course)") { notes { id } } }"#,
        as: talk.leo)
      #expect(data.at("a", "notes", 0, "id")?.string == id)
      #expect(data.at("course", "notes") == .array([]))
      let foreign = try await talk.database.ids(
        "SELECT id FROM courses WHERE family_id = \(bind: .uuid(talk.database.sample.familyID(0))) LIMIT 1")
      let refused = try await update(#"assignmentId: null, courseId: "\#(try #require(foreign.first))""#)
      #expect(refused.code == "NOT_FOUND")
      #expect(refused.inputPath == "input.courseId")
    }
  }

  @Test func `Notes stay when what they are on goes, by itself or with others`() async throws {
    try await Conversation.with(Self.database) { talk in
      let (subject, course) = try await talk.gateway.newCourse(as: talk.elena)
      let student = newID()
      _ = try await talk.ask(
        #"mutation { createStudent(input: {id: "\#(student)", name: "S"}) { __typename } }"#, as: talk.elena)
      func assignment(_ fields: String) async throws -> String { try await talk.newAssignment(of: talk.ada, "T", fields) }
      func noteOn(_ assignment: String) async throws -> String {
        try await newNote(#", assignmentId: "\#(assignment)""#, as: talk.ada, talk)
      }
      let single = try await assignment("")
      let inCourse = try await assignment(#"courseId: "\#(course)""#)
      let ofStudent = newID()
      _ = try await talk.ask(
        #"mutation { createAssignment(input: {id: "\#(ofStudent)", studentId: "\#(student)", title: "T"}) { __typename } }"#,
        as: talk.elena)
      let onCourse = try await newNote(#", courseId: "\#(course)""#, as: talk.ada, talk)
      let notes = [try await noteOn(single), try await noteOn(inCourse), try await noteOn(ofStudent), onCourse]
      for mutation in [
        #"deleteAssignment(input: {id: "\#(single)"})"#, #"deleteSubject(input: {id: "\#(subject)", cascade: true})"#,
        #"removeMember(input: {id: "\#(student)", cascade: true})"#,
      ] {
        _ = try await talk.ask("mutation { \(mutation) { id } }", as: talk.elena)
      }
      for id in notes {
        let note = try await note(id, talk)
        #expect(note.at("text")?.string == "Text")
        #expect(note.at("course") == .null)
        #expect(note.at("assignment") == .null)
        #expect(note.at("version") == .number("2"))
      }
      // A note on a course alone.
      let other = try await talk.gateway.newCourse(as: talk.elena)
      let inOther = try await noteOn(try await assignment(#"courseId: "\#(other.course)""#))
      _ = try await talk.ask(#"mutation { deleteCourse(input: {id: "\#(other.course)", cascade: true}) { id } }"#, as: talk.elena)
      #expect(try await note(inOther, talk).at("assignment") == .null)
    }
  }

  @Test func `A note stays without its author, and then is for parents to change`() async throws {
    try await Conversation.with(Self.database) { talk in
      let id = try await newNote(as: talk.ada, talk)
      try await talk.database.run(
        "UPDATE notes SET author_id = \(bind: .uuid(.random())) WHERE id = \(bind: .text(id))::uuid")
      #expect(try await note(id, talk).at("author") == .null)
      let delete = #"mutation { deleteNote(input: {id: "\#(id)"}) { id } }"#
      #expect(try await talk.answer(delete, as: talk.ada).code == "FORBIDDEN")
      #expect(try await talk.answer(delete, as: talk.elena).at("errors") == nil)
    }
  }
}
