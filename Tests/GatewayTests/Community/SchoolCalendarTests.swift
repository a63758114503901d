import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// `School.calendar` (TT-04, TT-11): the days of the school's time zone, which is that of New York.
@Suite struct SchoolCalendarTests {
  private static let school = DemonstrationFamily.schoolID

  private func with(_ name: String, _ body: (PickupGround) async throws -> Void) async throws {
    try await PickupGround.run("calendar_\(name)") { ground in
      try await ground.database.run("DELETE FROM school_events")
      try await ground.database.run("DELETE FROM school_activities")
      try await body(ground)
    }
  }

  private func add(_ title: String, _ fields: String, in ground: PickupGround) async throws {
    let answer = try await ground.ask(
      #"""
      mutation { createSchoolEvent(input: {schoolId: "\#(Self.school)", title: "\#(title)", category: OTHER, \#(fields)}) {
        schoolEvent { id } } }
      """#, as: ground.administrator)
    #expect(answer.at("errors") == nil, "\(answer)")
  }

  /// The titles of each day that has any, under its date.
  private func days(
    _ list: String, from day: String, _ count: Int, as viewer: AccountViewer, in ground: PickupGround
  ) async throws -> [String: [String]] {
    let answer = try await ground.ask(
      #"{ schools { calendar(from: "\#(day)", days: \#(count)) { date \#(list) { title } } } }"#, as: viewer)
    #expect(answer.at("errors") == nil, "\(answer)")
    let days = answer.at("data", "schools", 0, "calendar")?.array ?? []
    #expect(days.count == count)
    return days.reduce(into: [:]) { found, day in
      let titles = day.at(.key(list))?.array?.compactMap { $0.at("title")?.string } ?? []
      if !titles.isEmpty { found[day.at("date")?.string ?? ""] = titles }
    }
  }

  @Test func `An event is on the days that it touches in the school's time zone, also where clocks change`() async throws {
    try await with("zone") { ground in
      try await add("late", #"start: "2031-03-09T04:30:00Z", end: "2031-03-09T05:00:00Z""#, in: ground)
      try await add("early", #"start: "2031-03-10T04:00:00Z", end: "2031-03-10T05:00:00Z""#, in: ground)
      try await add("moment", #"start: "2031-03-11T03:59:59Z""#, in: ground)
      try await add("night", #"start: "2031-03-12T03:00:00Z", end: "2031-03-12T04:00:00.001Z""#, in: ground)
      // Clocks go back on 2 November 2031: the day has 25 hours.
      try await add("autumn", #"start: "2031-11-02T04:00:00Z", end: "2031-11-03T05:00:00Z""#, in: ground)
      try await add("whole", #"firstDay: "2031-03-08", lastDay: "2031-03-09""#, in: ground)
      let march = try await days("events", from: "2031-03-07", 7, as: ground.parent, in: ground)
      #expect(march == [
        "2031-03-08": ["whole", "late"], "2031-03-09": ["whole"], "2031-03-10": ["early", "moment"],
        "2031-03-11": ["night"], "2031-03-12": ["night"],
      ])
      let november = try await days("events", from: "2031-11-01", 4, as: ground.teacher, in: ground)
      #expect(november == ["2031-11-02": ["autumn"]])
    }
  }

  @Test func `Whole days come first, then what starts earlier, then by title`() async throws {
    try await with("order") { ground in
      for title in ["b", "a"] { try await add(title, #"start: "2031-05-05T14:00:00Z""#, in: ground) }
      try await add("c", #"start: "2031-05-05T13:00:00Z""#, in: ground)
      try await add("z week", #"firstDay: "2031-05-01", lastDay: "2031-05-09""#, in: ground)
      try await add("y day", #"firstDay: "2031-05-05", lastDay: "2031-05-05""#, in: ground)
      try await add("night before", #"start: "2031-05-04T22:00:00Z", end: "2031-05-05T10:00:00Z""#, in: ground)
      let day = try await days("events", from: "2031-05-05", 1, as: ground.parent, in: ground)
      #expect(day == ["2031-05-05": ["y day", "z week", "night before", "c", "a", "b"]])
    }
  }

  @Test func `An activity takes place on its days of the week, but on its exceptions`() async throws {
    try await with("activities") { ground in
      for (title, fields) in [
        ("chess", #"days: [TUESDAY, THURSDAY], exceptions: ["2031-05-08"]"#), ("owls", #"days: [MONDAY], classIds: ["\#(DemonstrationClass.owls.id)"]"#),
        ("grade 5", #"days: [TUESDAY], grades: ["5"]"#),
      ] {
        let answer = try await ground.ask(
          #"""
          mutation { createSchoolActivity(input: {schoolId: "\#(Self.school)", title: "\#(title)", startTime: "15:00:00",
            endTime: "16:00:00", firstDay: "2031-05-01", lastDay: "2031-05-13", \#(fields)}) { schoolActivity { id } } }
          """#, as: ground.administrator)
        #expect(answer.at("errors") == nil, "\(answer)")
      }
      let all = try await days("activities", from: "2031-04-28", 18, as: ground.administrator, in: ground)
      #expect(all == [
        "2031-05-01": ["chess"], "2031-05-05": ["owls"], "2031-05-06": ["chess", "grade 5"], "2031-05-12": ["owls"],
        "2031-05-13": ["chess", "grade 5"],
      ])
      let own = try await days("activities", from: "2031-05-05", 2, as: ground.teacher, in: ground)
      #expect(own == ["2031-05-05": ["owls"], "2031-05-06": ["chess"]])
      let registered = try await ground.stranger()
      #expect(try await days("activities", from: "2031-05-05", 2, as: registered, in: ground) == [:])
    }
  }

  @Test func `A calendar has at most 200 days, and none after the year 9999`() async throws {
    try await with("bounds") { ground in
      func count(_ arguments: String) async throws -> Int? {
        try await ground.ask("{ schools { calendar(\(arguments)) { date } } }", as: ground.parent)
          .at("data", "schools", 0, "calendar")?.array?.count
      }
      for (arguments, expected) in [
        (#"from: "2031-05-05""#, 7), (#"from: "2031-05-05", days: 0"#, 0), (#"from: "9999-12-30""#, 2), (#"from: "2031-05-05", days: 201"#, nil),
      ] as [(String, Int?)] {
        let found = try await count(arguments)
        #expect(found == expected, "\(arguments)")
      }
    }
  }
}
