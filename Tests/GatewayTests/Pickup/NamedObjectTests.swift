import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// Objects beside the ids that name them, and the lists of dismissals by day, state and school.
@Suite struct NamedObjectTests {
  /// Ids without an object beside them, and why.
  private static let withoutObject = [
    "CardCheckIn.dismissalId": "A card reader sees no dismissals.",
    "SignOutPayload.accountId": "The session is over.",
    "SignOutEverywherePayload.accountId": "The sessions are over.",
    "DeleteAccountPayload.accountId": "The account is gone.",
    "RequestToJoinFamilyPayload.requestId": "Whoever asks is in no family that could show the request.",
    "LeaveSchoolPayload.schoolId": "The family is at the school no more.",
    "LeaveSchoolStaffPayload.schoolId": "The viewer is at the school no more.",
    "SchoolPlace.classIds": "The ids say which classes of the school are the viewer's: they are in `School.classes`.",
    "SchoolStaffMember.classIds": "The ids say which classes of the school are the person's: they are in `School.classes`.",
    "Announcement.classIds": "The ids say whom it is for: the classes are in `School.classes`.",
    "SchoolEvent.classIds": "The ids say whom it is for: the classes are in `School.classes`.",
    "SchoolActivity.classIds": "The ids say whom it is for: the classes are in `School.classes`.",
    "SchoolPost.classIds": "The ids say whom it is for: the classes are in `School.classes`.",
    "SchoolAlbum.classIds": "The ids say whom it is for: the classes are in `School.classes`.",
    "SchoolReport.subjectId": "It names content of any type, or what is gone: `node(id:)` finds it.",
    "StaffInvitation.classIds": "The ids say which classes of the school they will be: they are in `School.classes`.",
    "FamilyChanges.removedIds": "The objects are gone.",
    "ClearTickedItemsPayload.removedIds": "The items are gone.",
    "TickShoppingItemsPayload.goneIds": "The items are gone.",
    "CalendarEntry.seriesId": "It names a task or an event: `item` is the object.",
  ]

  @Test func `Each id of another object has the object beside it, or a reason`() throws {
    let schema = try WalkedSchema.domain.schema
    var unexplained: Set<String> = []
    var used: Set<String> = []
    for name in schema.typeNames where !name.hasPrefix("__") {
      guard let type = schema.objectType(named: name) else { continue }
      for field in type.fields where field.type.namedType == "ID" && (field.name.hasSuffix("Id") || field.name.hasSuffix("Ids")) {
        let place = "\(name).\(field.name)"
        let object = field.name.hasSuffix("Ids") ? "\(field.name.dropLast(3))s" : String(field.name.dropLast(2))
        let names = object == "class" ? ["schoolClass"] : [object]
        if names.contains(where: { type.fields[$0].map { schema.objectType(named: $0.type.namedType) != nil } ?? false }) { continue }
        if Self.withoutObject[place] == nil { unexplained.insert(place) } else { used.insert(place) }
      }
    }
    #expect(unexplained.isEmpty, "add the object, or say why there is none: \(unexplained.sorted())")
    #expect(used == Set(Self.withoutObject.keys))
  }

  @Test func `A family's enrolments and dismissals show their school and class, and lead no further`() async throws {
    try await PickupGround.run("named_objects") { ground in
      let mia = try await ground.students().mia
      let id = try #require(try await ground.request([mia]).ids.first)
      let answer = try await ground.ask(
        """
        { family { enrolments { state schoolId classId school { id name timeZone pickupFrom } schoolClass { id name } wantedClass { name } }
          dismissals { id school { name } } } }
        """, as: ground.parent)
      #expect(answer.at("errors") == nil, "\(answer.indented())")
      let enrolments = answer.at("data", "family", "enrolments")?.array ?? []
      #expect(!enrolments.isEmpty)
      for enrolment in enrolments {
        #expect(enrolment.at("school", "id") == enrolment.at("schoolId"))
        #expect(enrolment.at("school", "name")?.string != nil)
        #expect(enrolment.at("schoolClass", "id") ?? .null == enrolment.at("classId"))
      }
      #expect(answer.at("data", "family", "dismissals", 0, "school", "name") == enrolments.first?.at("school", "name"))
      // Also in the payload of a change of the family, whose first statements enter no places.
      let cancelled = try await ground.ask(
        #"mutation { cancelPickups(input: {ids: ["\#(id)"]}) { dismissals { state school { name } enrolment { school { name } } } } }"#,
        as: ground.parent)
      #expect(cancelled.at("data", "cancelPickups", "dismissals", 0, "state")?.string == "CANCELLED", "\(cancelled.indented())")
      #expect(cancelled.at("data", "cancelPickups", "dismissals", 0, "school", "name") == enrolments.first?.at("school", "name"))
      let enrolment = try await ground.enrolment(of: "Mia")
      let collector = try await ground.ask(
        #"mutation { createCollector(input: {enrolmentId: "\#(enrolment)", name: "Ola"}) { collector { enrolment { school { name } } } } }"#,
        as: ground.parent)
      #expect(
        collector.at("data", "createCollector", "collector", "enrolment", "school", "name") == enrolments.first?.at("school", "name"),
        "\(collector.indented())")
      let places = try await ground.ask("{ viewer { schoolPlaces { schoolId school { id name } } } }", as: ground.teacher)
      #expect(places.at("data", "viewer", "schoolPlaces", 0, "school", "id") == places.at("data", "viewer", "schoolPlaces", 0, "schoolId"))
      // Nothing that staff see is behind it.
      for field in ["code", "staff { id }", "students { id }", "classes { id }", "dismissals { id }"] {
        let refused = try await ground.ask("{ family { enrolments { school { \(field) } } } }", as: ground.parent)
        #expect(refused.code == "GRAPHQL_VALIDATION_FAILED", "\(field)")
      }
    }
  }

  @Test func `A notification of a pickup leads to its dismissal`() async throws {
    try await PickupGround.run("named_dismissal") { ground in
      let (mia, leo) = try await ground.students()
      let ids = try await ground.request([mia, leo]).ids
      _ = try await ground.run("markReady", ids, as: ground.dispatcher)
      let answer = try await ground.ask(
        "{ viewer { notifications(first: 20) { kind student { id } dismissal { id student { id } state } } } }", as: ground.otherParent)
      let told = (answer.at("data", "viewer", "notifications")?.array ?? []).filter { $0.at("kind")?.string == "PICKUP" }
      #expect(told.count >= 2, "\(answer.indented())")
      #expect(Set(told.compactMap { $0.at("dismissal", "id")?.string }) == Set(ids))
      for one in told {
        #expect(one.at("dismissal", "student", "id") == one.at("student", "id"))
        #expect(one.at("dismissal", "state")?.string == "READY")
      }
    }
  }

  @Test func `Dismissals are found by days, states and schools, for families and for staff`() async throws {
    try await PickupGround.run("filtered_dismissals") { ground in
      let (mia, leo) = try await ground.students()
      let ids = try await ground.request([mia, leo]).ids
      _ = try await ground.run("markReady", [try #require(ids.first)], as: ground.dispatcher)
      try await ground.database.run("DELETE FROM dismissals WHERE id::text <> ALL (\(bind: .textArray(ids)))")
      // Three days ago, confirmed.
      try await ground.database.run(
        """
        INSERT INTO dismissals (family_id, id, enrolment_id, student_id, student_name, school_id, staff_school_id, class_id, day,
          day_ends_at, state, requested_at, requested_by, ready_at, ready_by, confirmed_at, confirmed_by)
        SELECT family_id, gen_random_uuid(), enrolment_id, student_id, student_name, school_id, staff_school_id, class_id, day - 3,
          day_ends_at - interval '3 days', 'CONFIRMED', requested_at - interval '3 days', 'Elena Rivera',
          requested_at - interval '3 days', 'Thea Becker', requested_at - interval '3 days', 'Elena Rivera'
        FROM dismissals WHERE id::text = \(bind: .text(ids[0]))
        """)
      let day = try #require(
        try await ground.ask(#"{ dismissal(id: "\#(ids[0])") { day } }"#, as: ground.parent).at("data", "dismissal", "day")?.string)
      let school = try #require(
        try await ground.ask("{ schools { id } }", as: ground.dispatcher).at("data", "schools", 0, "id")?.string)
      func states(_ list: String, _ path: PathSegment..., as viewer: AccountViewer) async throws -> [String] {
        let answer = try await ground.ask(list, as: viewer)
        #expect(answer.at("errors") == nil, "\(answer.indented())")
        var value = answer.at("data")
        for segment in path { value = value?.at(segment) }
        return (value?.array ?? []).compactMap { $0.at("state")?.string }.sorted()
      }
      let recent: [(filter: String, states: [String])] = [
        (#"{day: {gte: "\#(day)"}}"#, ["READY", "REQUESTED"]),
        (#"{state: {in: [READY, CONFIRMED]}, schoolId: {eq: "\#(school)"}}"#, ["CONFIRMED", "READY"]),
        (#"{state: {eq: CONFIRMED}, day: {lt: "\#(day)"}, schoolId: {eq: "\#(school)"}}"#, ["CONFIRMED"]),
        (#"{schoolId: {ne: "\#(school)"}}"#, []),
      ]
      for (filter, expected) in recent {
        #expect(
          try await states("{ family { dismissals(where: \(filter)) { state } } }", "family", "dismissals", as: ground.parent) == expected,
          "\(filter)")
      }
      #expect(
        try await states(
          #"{ student(id: "\#(mia)") { dismissals(where: {day: {lt: "\#(day)"}}) { state } } }"#, "student", "dismissals", as: ground.parent)
          == ["CONFIRMED"])
      let enrolment = try await ground.enrolment(of: "Mia")
      #expect(
        try await states(
          #"{ enrolment(id: "\#(enrolment)") { dismissals { state } } }"#, "enrolment", "dismissals",
          as: ground.parent) == ["CONFIRMED", "READY"])
      let staff: [(arguments: String, states: [String])] = [
        ("", ["READY", "REQUESTED"]), (#"(untilDay: "\#(day)")"#, ["CONFIRMED", "READY", "REQUESTED"]),
        (#"(fromDay: "2000-01-01", where: {state: {eq: CONFIRMED}})"#, ["CONFIRMED"]), (#"(fromDay: "9999-12-31")"#, []),
        (#"(day: "\#(day)", where: {state: {ne: READY}})"#, ["REQUESTED"]),
      ]
      for (arguments, expected) in staff {
        #expect(
          try await states(
            #"{ school(id: "\#(school)") { dismissals\#(arguments) { state } } }"#, "school", "dismissals", as: ground.dispatcher) == expected,
          "\(arguments)")
      }
    }
  }
}
