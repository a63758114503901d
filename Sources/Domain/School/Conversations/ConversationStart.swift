import GraphQL
import Planning
import SQL

/// `startConversation` (TT-09).
struct ConversationStart: Sendable {
  let services: IdentityServices?

  /// The persons and the place of a new conversation.
  private struct Begin {
    let school: UUIDValue
    let own: SchoolSides.Side
    /// The others; empty for a class.
    let others: [UUIDValue]
    /// With its name.
    let schoolClass: (id: UUIDValue, name: String)?
  }

  var resolver: Resolver<Viewer> {
    .communityMutation { input, rows throws(MutationFailure) in
      let id = try input.newID()
      let title = try input.optionalText("title", characters: 1...200)
      let text = try input.optionalText("text", characters: 1...ConversationMessages.maximumCharacters, lines: .many)
      let begin = try await self.begin(input, rows)
      guard try await rows.isNewContent(id, of: Conversation.self, at: begin.school, input) else { return ["conversation": id] }
      if text != nil { try await ConversationMessages.count(by: begin.own, rows, at: input.place) }
      let persons = begin.others + [begin.own.id]
      try await rows.insert(
        Conversation.self, key: id,
        [
          Conversation.set(.homeID, .uuid(begin.school)), Conversation.set(.kind, .text(begin.schoolClass == nil ? "SCHOOL" : "CLASS")),
          Conversation.set(.classID, begin.schoolClass.map { .uuid($0.id) } ?? .null(.uuid)),
          Conversation.set(.title, (title ?? begin.schoolClass?.name).map { .text($0) } ?? .null(.text)),
          Conversation.set(.audience, sql: Self.audience(of: persons, begin)),
        ])
      // The audience follows from the conversation.
      try await rows.insert(
        ConversationWriter.self,
        persons.map { person in
          (
            key: .timeOrdered(),
            values: [
              ConversationWriter.set(.homeID, .uuid(begin.school)), ConversationWriter.set(.conversationID, .uuid(id)),
              ConversationWriter.set(.personID, .uuid(person)), ConversationWriter.set(.isReader, .bool(false)),
              ConversationWriter.set(.follows, .bool(false)), ColumnValue("audience", .uuidArray([begin.own.id])),
            ]
          )
        })
      if let text {
        try await ConversationMessages.insert(text, as: .timeOrdered(), by: begin.own, in: id, at: begin.school, rows)
      }
      return ["conversation": id]
    }
  }

  private func begin(_ input: MutationInput, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> Begin {
    let persons = try input.ids("personIds", atLeast: 1, atMost: 50)
    let schoolClass = try input.id("classId")
    guard (persons == nil) != (schoolClass == nil) else {
      throw .invalid("Give either \"personIds\" or \"classId\".", at: input.path(of: persons == nil ? "personIds" : "classId"))
    }
    if let schoolClass { return try await of(schoolClass, input, rows) }
    guard let school = try input.id("schoolId") else {
      throw .invalid("\"schoolId\" is required beside \"personIds\".", at: input.path(of: "schoolId"))
    }
    let sides = try await rows.sides(at: school)
    let allowed = try await rows.call(.correspondents(school: school, ofAge: services?.consentAge ?? IdentityServices.consentAge))
    let others = persons ?? []
    if let index = others.firstIndex(where: { !allowed.contains($0) }) {
      throw .notFound("You write to no such person: see School.correspondents.", at: input.path(of: "personIds") + ["\(index)"])
    }
    guard let own = sides.staff ?? sides.family else { throw input.notFound("schoolId") }
    return Begin(school: school, own: own, others: others, schoolClass: nil)
  }

  /// A group of a class, by its staff.
  private func of(
    _ schoolClass: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> Begin {
    let found = try await rows.row(SchoolClass.self, key: schoolClass, columns: [.schoolID, .name])
    guard found.count == 1, let school = found.uuid(row: 0, column: 0) else { throw input.notFound("classId") }
    if let given = try input.id("schoolId"), given != school { throw input.notFound("classId") }
    let places = try rows.account().places
    guard let own = try await rows.sides(at: school).staff,
      places.staffSchools.contains(school) || places.staffClasses.contains(schoolClass)
    else {
      throw .forbidden("Only the staff of the class may do this.", at: input.path(of: "classId"))
    }
    return Begin(school: school, own: own, others: [], schoolClass: (schoolClass, found.text(row: 0, column: 1) ?? ""))
  }

  /// The keys of those who see it: its persons, or its class; and those of the parents of its students.
  private static func audience(of persons: [UUIDValue], _ begin: Begin) -> SQL {
    """
    (SELECT array_agg(people.id) || coalesce(array_agg(audience_key(people.school_id, 'guard ' || people.member_id::text)) \
    FILTER (WHERE people.kind = 'STUDENT'), '{}') || \(bind: .uuidArray(begin.schoolClass.map { [$0.id] } ?? [])) \
    FROM school_people people WHERE people.school_id = \(bind: .uuid(begin.school)) AND people.id = ANY (\(bind: .uuidArray(persons))))
    """
  }
}
