import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The log of a school's disclosures: 34 CFR 99.32, DOMAIN "Children's data".
@Suite(.serialized) struct DisclosureTests {
  private static let query = "{ schools { disclosures(first: 50) { kind personName className studentName studentNumber } } }"

  private func log(_ ground: PickupGround, as viewer: AccountViewer) async throws -> [String] {
    let answer = try await ground.ask(Self.query, as: viewer)
    return try #require(answer.at("data", "schools", 0, "disclosures")?.array).map { entry in
      ["kind", "personName", "className", "studentName", "studentNumber"]
        .map { entry.at(.key($0))?.string ?? "-" }.joined(separator: " / ")
    }
  }

  @Test func `An administrator reads who was let see what, and nobody else does`() async throws {
    try await PickupGround.run("disclosures") { ground in
      let log = try await log(ground, as: ground.administrator)
      #expect(log.contains("ALL_CLASSES / Hannah Osei / - / - / -"))
      #expect(log.contains("ALL_CLASSES / Daniel Whitfield / - / - / -"))
      #expect(log.contains("CLASS / Thea Becker / Owls / - / -"))
      #expect(log.contains("STUDENT / Elena Rivera / Owls / Mia Rivera / 2041"))
      for viewer in [ground.dispatcher, ground.teacher, ground.parent] {
        let answer = try await ground.ask(Self.query, as: viewer)
        #expect(answer.at("errors", 0, "extensions", "code")?.string == "FORBIDDEN")
        #expect(answer.at("data", "schools", 0, "disclosures") == .null)
      }
    }
  }

  @Test func `A class that is given is logged, and within a day once`() async throws {
    try await PickupGround.run("disclosures_of_staff") { ground in
      let before = try await log(ground, as: ground.administrator).count
      let (owls, foxes) = (DemonstrationClass.owls.id, DemonstrationClass.foxes.id)
      func give(_ classes: String) async throws {
        let answer = try await ground.ask(
          """
          mutation { updateSchoolStaff(input: {id: "\(DemonstrationStaff.otherTeacher.id)", role: TEACHER, classIds: [\(classes)]}) {
            staffMember { classIds } } }
          """, as: ground.administrator)
        #expect(answer.at("errors") == nil)
      }
      for _ in 1...3 {
        try await give("\"\(owls)\", \"\(foxes)\"")
        try await give("\"\(foxes)\"")
      }
      let log = try await log(ground, as: ground.administrator)
      #expect(log.first == "CLASS / Omar Nasser / Owls / - / -")
      #expect(log.count { $0 == "CLASS / Omar Nasser / Owls / - / -" } == 1)
      // Those of the sample are older than a day.
      #expect(log.count <= before + 2)
    }
  }

  @Test func `A family that deletes an enrolment is no more in the log, and the student of the school's list stays`() async throws {
    try await PickupGround.run("disclosures_of_families") { ground in
      #expect(try await log(ground, as: ground.administrator).contains("STUDENT / Elena Rivera / Owls / Mia Rivera / 2041"))
      try await ground.database.run("DELETE FROM enrolments WHERE id = \(bind: .uuid(DemonstrationFamily.enrolmentID))")
      let log = try await log(ground, as: ground.administrator)
      #expect(log.contains("STUDENT / - / Owls / Mia Rivera / 2041"))
      #expect(!log.contains("STUDENT / Elena Rivera / Owls / Mia Rivera / 2041"))
    }
  }
}
