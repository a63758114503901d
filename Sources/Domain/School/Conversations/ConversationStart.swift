import GraphQL
import Planning
import SQL

/// `startConversation` (TT-09).
struct ConversationStart: Sendable {
  let consentAge: Int32

  /// The most people whom a conversation names.
  private static let maximum = 50

  /// The people and the place of a new conversation.
  private struct Begin {
    let school: UUIDValue
    let own: SchoolSides.Side
    /// Those that the conversation names, besides those who follow from its class.
    let people: [UUIDValue]
    let schoolClass: UUIDValue?
  }

  var resolver: Resolver<Viewer> {
    .communityMutation(answering: { input, rows throws(MutationFailure) in
      let place = try ConversationPlace.named(by: input)
      if place == .school {
        let keys = try await start(input, rows)
        return .changed(keys, viewer: rows.viewer)
      }
      let keys = try await FamilyConversationStart.begin(at: place, input, rows)
      if place != .provider { return .changed(keys, viewer: rows.viewer) }
      // The family reads the conversation by a key that it may have only since.
      return .changed(keys, viewer: try await rows.loadingStaffScopes().viewer)
    })
  }

  /// Begins one at a school.
  private func start(_ input: MutationInput, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> ChangedKeys {
    let id = try input.newID()
    let title = try input.optionalText("title", characters: 1...200)
    let text = try input.optionalText("text", characters: 1...SentMessage.maximumCharacters, lines: .many)
    let begin = try await self.begin(input, rows)
    guard try await rows.isNewContent(id, of: Conversation.self, at: begin.school, input) else { return ["conversation": id] }
    // A conversation that begins with a message counts as this one; the others have a count of their own.
    try await SentMessage.count(by: begin.own, as: text == nil ? ("conversations", "conversations") : SentMessage.limit, rows, at: input.place)
    let kind: Conversation.Kind = begin.schoolClass == nil ? .school : .schoolClass
    try await rows.insert(
      Conversation.self, key: id,
      [
        Conversation.set(.homeID, .uuid(begin.school)), Conversation.set(.kind, .text(kind.rawValue)),
        Conversation.set(.classID, begin.schoolClass.map { .uuid($0) } ?? .null(.uuid)),
        Conversation.set(.title, title.map { .text($0) } ?? .null(.text)),
        Conversation.set(.audience, sql: Self.audience(begin)),
      ])
    for person in begin.people {
      // The audience follows from the conversation.
      try await rows.insert(
        ConversationWriter.self, key: .timeOrdered(),
        [
          ConversationWriter.set(.homeID, .uuid(begin.school)), ConversationWriter.set(.conversationID, .uuid(id)),
          ConversationWriter.set(.personID, .uuid(person)), ConversationWriter.set(.isReader, .bool(false)),
          ConversationWriter.set(.follows, .bool(false)), ConversationWriter.set(.audience, .uuidArray([begin.own.id])),
        ])
    }
    if let text { try await SentMessage.insert(text, as: .timeOrdered(), by: begin.own, in: id, at: begin.school, rows) }
    return ["conversation": id]
  }

  private func begin(_ input: MutationInput, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> Begin {
    let named = try input.ids("personIds", atLeast: 1, atMost: Self.maximum)
    let schoolClass = try input.id("classId")
    if let schoolClass, named == nil { return try await of(schoolClass, input, rows) }
    guard let persons = named, schoolClass == nil else {
      throw .invalid("Give either \"personIds\" or \"classId\".", at: input.path(of: named == nil ? "personIds" : "classId"))
    }
    let school = try await self.school(of: persons[0], input, rows)
    let sides = try await rows.sides(at: school)
    guard let own = sides.staff ?? sides.family else { throw input.notFound(input.isGiven("schoolId") ? "schoolId" : "personIds") }
    let allowed = try await rows.call(.correspondents(school: school, ofAge: consentAge))
    if let index = persons.firstIndex(where: { !allowed.contains($0) }) { throw Self.notFound(index, input) }
    var people = [own.id]
    for person in persons where !people.contains(person) { people.append(person) }
    return Begin(school: school, own: own, people: people, schoolClass: nil)
  }

  /// The school that the input names, else that of a person.
  private func school(
    of person: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> UUIDValue {
    if let school = try input.id("schoolId") { return school }
    let found = try await rows.row(SchoolPerson.self, key: person, columns: [.schoolID])
    guard found.count == 1, let school = found.uuid(row: 0, column: 0) else { throw Self.notFound(0, input) }
    return school
  }

  private static func notFound(_ index: Int, _ input: MutationInput) -> MutationFailure {
    .notFound("You write to no such person: see School.correspondents.", at: input.path(of: "personIds") + ["\(index)"])
  }

  /// A group of a class, by its staff. Its teachers follow from the class.
  private func of(
    _ schoolClass: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> Begin {
    let found = try await rows.row(SchoolClass.self, key: schoolClass, columns: [.schoolID])
    guard found.count == 1, let school = found.uuid(row: 0, column: 0) else { throw input.notFound("classId") }
    if let given = try input.id("schoolId"), given != school { throw input.notFound("classId") }
    let places = try rows.account().places
    let teaches = places.staffClasses.contains(schoolClass)
    guard places.audience.contains(school) else { throw input.notFound("classId") }
    guard teaches || places.staffSchools.contains(school), let own = try await rows.sides(at: school).staff else {
      throw .forbidden("Only the staff of the class may do this: ask its teachers.", at: input.path(of: "classId"))
    }
    return Begin(school: school, own: own, people: teaches ? [] : [own.id], schoolClass: schoolClass)
  }

  /// The keys of those who see it: its people, and the parents of its students; or its class, and the person who begins it.
  private static func audience(_ begin: Begin) -> SQL {
    if let schoolClass = begin.schoolClass {
      return "ARRAY[audience_key(\(bind: .uuid(schoolClass)), 'talk')] || \(bind: .uuidArray(begin.people))"
    }
    return """
      (SELECT array_agg(people.id) || coalesce(array_agg(audience_key(people.school_id, 'guard ' || people.member_id::text)) \
      FILTER (WHERE people.kind = 'STUDENT'), '{}') \
      FROM school_people people WHERE people.school_id = \(bind: .uuid(begin.school)) AND people.id = ANY (\(bind: .uuidArray(begin.people))))
      """
  }
}
