import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Each audience, seen by each actor on each way: in lists, pages, orders and filters, by ids, in calendars, and by the versions that
/// wake streams.
@Suite struct AudienceWalkTests {
  private static let school = DemonstrationFamily.schoolID
  private static let (owls, foxes) = (DemonstrationClass.owls.id, DemonstrationClass.foxes.id)

  /// A row's audience. The Owls are grade 2, the Foxes grade 5.
  private enum Audience: String, CaseIterable {
    case all, owls, foxes, both, gradeTwo, gradeFive, gradeOfNone, owlsAndGradeFive

    var input: String {
      switch self {
      case .all: "grades: [], classIds: []"
      case .owls: #"classIds: ["\#(AudienceWalkTests.owls)"]"#
      case .foxes: #"classIds: ["\#(AudienceWalkTests.foxes)"]"#
      case .both: #"classIds: ["\#(AudienceWalkTests.owls)", "\#(AudienceWalkTests.foxes)"]"#
      case .gradeTwo: #"grades: ["2"]"#
      case .gradeFive: #"grades: ["5"]"#
      case .gradeOfNone: #"grades: ["25"]"#
      case .owlsAndGradeFive: #"grades: ["5"], classIds: ["\#(AudienceWalkTests.owls)"]"#
      }
    }

    var isForOwls: Bool { [.all, .owls, .both, .gradeTwo, .owlsAndGradeFive].contains(self) }
    var isForFoxes: Bool { [.all, .foxes, .both, .gradeFive, .owlsAndGradeFive].contains(self) }
  }

  /// Those who look: the students are Mia of the Owls and Leo of the Foxes.
  private enum Actor: CaseIterable {
    case administrator, dispatcher, teacherOfOwls, teacherOfFoxes, parent, parentBarredFromMia, mia, leo, registered, other

    func sees(_ audience: Audience) -> Bool {
      switch self {
      case .administrator, .dispatcher: true
      case .teacherOfOwls, .mia: audience.isForOwls
      case .teacherOfFoxes, .leo, .parentBarredFromMia: audience.isForFoxes
      case .parent: audience.isForOwls || audience.isForFoxes
      case .registered, .other: false
      }
    }

    /// Whether the row with a least age of 13 is for the actor: Mia is younger, and Leo's birthday is not known.
    var isOldEnough: Bool { self != .mia && self != .leo }
    /// Whether it sees rows before their time.
    var changesAll: Bool { self == .administrator }
  }

  private func viewer(_ actor: Actor, in ground: PickupGround) async throws -> AccountViewer {
    switch actor {
    case .administrator: ground.administrator
    case .dispatcher: ground.dispatcher
    case .teacherOfOwls: ground.teacher
    case .teacherOfFoxes: ground.otherTeacher
    case .parent: ground.parent
    case .parentBarredFromMia: ground.otherParent
    case .mia: try await student("Mia", in: ground)
    case .leo: try await student("Leo", in: ground)
    case .registered: try await ground.stranger()
    case .other: try await ground.newAccount(name: "Eve")
    }
  }

  private func student(_ name: String, in ground: PickupGround) async throws -> AccountViewer {
    let account = try await ground.newAccount(name: name)
    let found = try await ground.database.run(
      """
      UPDATE members SET account_id = \(bind: .uuid(account.accountID)), \
      birthday = CASE WHEN name LIKE 'Mia%' THEN (now() - interval '9 years')::date END
      WHERE family_id = \(bind: .uuid(DemonstrationFamily.id)) AND name LIKE \(bind: .text(name + "%")) RETURNING id
      """)
    return AccountViewer(
      accountID: account.accountID, sessionID: account.sessionID,
      membership: Membership(familyID: DemonstrationFamily.id, memberID: try #require(found.uuid(row: 0, column: 0)), role: .student))
  }

  private func make(_ type: String, _ title: String, _ fields: String, in ground: PickupGround) async throws -> String {
    let key = type.prefix(1).lowercased() + type.dropFirst()
    let mutation = #"mutation { create\#(type)(input: {schoolId: "\#(Self.school)", title: "\#(title)", \#(fields)}) { \#(key) { id } } }"#
    let answer = try await ground.ask(mutation, as: ground.administrator)
    return try #require(answer.at("data", .key("create\(type)"), .key(key), "id")?.string, "\(answer)")
  }

  private func titles(_ value: JSONValue?) -> [String] { value?.array?.compactMap { $0.at("title")?.string } ?? [] }

  /// The types, with their lists, and the fields that a row needs.
  private static let types = [
    ("Announcement", "announcements", "announcement", #"priority: URGENT"#),
    ("SchoolEvent", "events", "schoolEvent", #"category: ARTS, firstDay: "2031-05-05", lastDay: "2031-05-06""#),
    ("SchoolActivity", "activities", "schoolActivity", #"days: [MONDAY], startTime: "15:00:00", endTime: "16:00:00", firstDay: "2031-05-01", lastDay: "2031-05-31""#),
  ]

  @Test func `Every actor sees what is for it, and nothing else, on every way`() async throws {
    try await PickupGround.run("audience_walk") { ground in
      for table in ["announcements", "school_events", "school_activities"] {
        try await ground.database.run("DELETE FROM \(identifier: table)")
      }
      var ids: [String: [Audience: String]] = [:]
      for (type, _, key, fields) in Self.types {
        for audience in Audience.allCases {
          ids[key, default: [:]][audience] = try await make(type, audience.rawValue, "\(fields), \(audience.input)", in: ground)
        }
      }
      let later = try await make("Announcement", "later", #"from: "2999-01-01T00:00:00Z""#, in: ground)
      let aged = try await make("SchoolEvent", "aged", #"category: ARTS, leastAge: 13, firstDay: "2031-05-05", lastDay: "2031-05-05""#, in: ground)
      let member = try await ground.ask("{ viewer { member { name } } }", as: ground.otherParent)
      try await ground.bar(try #require(member.at("data", "viewer", "member", "name")?.string), from: "Mia")

      for actor in Actor.allCases {
        let viewer = try await viewer(actor, in: ground)
        for (type, list, key, _) in Self.types {
          var expected = Set(Audience.allCases.filter(actor.sees).map(\.rawValue))
          let isPerson = actor.sees(.all)
          if type == "Announcement" && actor.changesAll { expected.insert("later") }
          if type == "SchoolEvent" && isPerson && actor.isOldEnough { expected.insert("aged") }
          // The list, its order from the other end, its pages, and its filters.
          for arguments in ["first: 50", "first: 50, orderBy: [{field: TITLE, direction: DESC}]", #"first: 50, where: {not: {title: {eq: "x"}}}"#] {
            let answer = try await ground.ask("{ schools { \(list)(\(arguments)) { title } } }", as: viewer)
            #expect(answer.at("errors") == nil, "\(answer)")
            #expect(Set(titles(answer.at("data", "schools", 0, .key(list)))) == expected, "\(actor) \(type) \(arguments)")
          }
          let beyond = try await ground.ask("{ schools { \(list)(first: 1, offset: \(expected.count)) { title } } }", as: viewer)
          #expect(titles(beyond.at("data", "schools", 0, .key(list))) == [], "\(actor) \(type)")
          for audience in Audience.allCases {
            let id = ids[key]?[audience] ?? ""
            let answer = try await ground.ask(#"{ \#(key)(id: "\#(id)") { title grades classIds } }"#, as: viewer)
            #expect((answer.at("data", .key(key), "title")?.string != nil) == actor.sees(audience), "\(actor) \(type) \(audience)")
            let filtered = try await ground.ask(#"{ schools { \#(list)(where: {id: {eq: "\#(id)"}}) { title } } }"#, as: viewer)
            #expect(titles(filtered.at("data", "schools", 0, .key(list))).count == (actor.sees(audience) ? 1 : 0), "\(actor) \(audience)")
          }
        }
        for (key, id, isSeen) in [
          ("announcement", later, actor.changesAll), ("schoolEvent", aged, actor.sees(.all) && actor.isOldEnough),
        ] {
          let answer = try await ground.ask(#"{ \#(key)(id: "\#(id)") { title } }"#, as: viewer)
          #expect((answer.at("data", .key(key), "title")?.string != nil) == isSeen, "\(actor) \(key)")
        }
        let days = try await ground.ask(
          #"{ schools { calendar(from: "2031-05-05", days: 1) { events { title } activities { title } } } }"#, as: viewer
        ).at("data", "schools", 0, "calendar", 0)
        let seen = Set(Audience.allCases.filter(actor.sees).map(\.rawValue))
        let ofAge: Set<String> = actor.sees(.all) && actor.isOldEnough ? ["aged"] : []
        #expect(Set(titles(days?.at("events"))) == seen.union(ofAge), "\(actor)")
        #expect(Set(titles(days?.at("activities"))) == seen, "\(actor)")
      }
    }
  }

  /// The writers of a row: administrators of all, a teacher what is for classes of its own alone. A viewer who sees it is told so; for
  /// others it is not there.
  @Test func `Every actor is told what it may not change only where it sees the row`() async throws {
    try await PickupGround.run("audience_writes") { ground in
      let member = try await ground.ask("{ viewer { member { name } } }", as: ground.otherParent)
      try await ground.bar(try #require(member.at("data", "viewer", "member", "name")?.string), from: "Mia")
      var ids: [Audience: String] = [:]
      for audience in Audience.allCases { ids[audience] = try await make("Announcement", audience.rawValue, audience.input, in: ground) }
      for actor in Actor.allCases {
        let viewer = try await viewer(actor, in: ground)
        for audience in Audience.allCases {
          let mayWrite =
            switch actor {
            case .administrator: true
            case .teacherOfOwls: audience == .owls
            case .teacherOfFoxes: audience == .foxes
            default: false
            }
          let expected: String? = mayWrite ? nil : actor.sees(audience) ? "FORBIDDEN" : "NOT_FOUND"
          let answer = try await ground.ask(
            #"mutation { updateAnnouncement(input: {id: "\#(ids[audience] ?? "")", position: 1}) { announcement { id } } }"#, as: viewer)
          #expect(answer.at("errors", 0, "extensions", "code")?.string == expected, "\(actor) \(audience)")
        }
      }
    }
  }
}
