import Foundation
import Postgres
import SQL
import Testing

@testable import Server

/// `hatched school`, as a process.
@Suite struct SchoolCommandTests {
  private static let database = Task {
    let database = try await EmptyDatabase("school_commands")
    try #require(try await database.hatched(["migrate"]).status == 0)
    return database
  }

  /// The text after a label.
  private func value(_ label: String, in output: String) throws -> String {
    let line = try #require(output.split(separator: "\n").first { $0.hasPrefix(label) })
    let words = line.dropFirst(label.count).split(separator: " ")
    return String(try #require(words.first))
  }

  @Test func `A school is created with a code for families and an invitation, and listed`() async throws {
    let database = try await Self.database.value
    let end = try await database.hatched([
      "school", "create", "Hill School", "--time-zone", "America/New_York", "--address", "12 Hill Road",
    ])
    #expect(end.status == 0, "\(end.errors)")
    let id = try value("school ", in: end.output)
    let families = try value("families' code", in: end.output)
    let invitation = try value("invitation", in: end.output)
    #expect(invitation.wholeMatch(of: #/[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}/#) != nil)
    let stored: SQL = """
      SELECT name || '|' || address || '|' || time_zone || '|' || substr(code, 1, 5) || '-' || substr(code, 6) FROM schools
      WHERE id = \(bind: .text(id))::uuid
      """
    #expect(try await database.texts(stored) == ["Hill School|12 Hill Road|America/New_York|\(families)"])
    // Nothing has the code but its hash.
    let code = invitation.replacing("-", with: "")
    let open: SQL = """
      SELECT role FROM staff_invitations JOIN staff_invitation_codes codes ON codes.invitation_id = staff_invitations.id
      WHERE code_hash = sha256(convert_to(\(bind: .text(code)), 'UTF8')) AND codes.school_id = \(bind: .text(id))::uuid
        AND expires_at BETWEEN now() + interval '167 hours' AND now() + interval '169 hours'
      """
    #expect(try await database.texts(open) == ["ADMINISTRATOR"])

    let list = try await database.hatched(["school", "list"])
    #expect(list.status == 0, "\(list.errors)")
    #expect(
      list.output.contains("\(id)  \(families)  America/New_York  administrators 0  staff 0  families 0  Hill School\n"),
      "\(list.output)")

    for (arguments, role) in [([], "ADMINISTRATOR"), (["--role", "dispatcher"], "DISPATCHER")] {
      let again = try await database.hatched(["school", "invite", id] + arguments)
      #expect(again.status == 0, "\(again.errors)")
      #expect(try value("invitation", in: again.output) != invitation)
      #expect(again.output.contains("  \(role), for 7 days, shown once"))
    }
    #expect(
      try await database.count("SELECT 1 FROM staff_invitations WHERE school_id = \(bind: .text(id))::uuid") == 3)
  }

  @Test(
    "hatched school refuses",
    arguments: [
      (["create", "Hill School", "--time-zone", "Ithaca"], "there is no time zone \"Ithaca\""),
      (["create", "Hill School"], "Missing expected argument '--time-zone <zone>'"),
      (["create", " ", "--time-zone", "UTC"], "The name of a school has 1 to 200 characters."),
      (["create", "Hill School", "--time-zone", "UTC", "--address", ""], "The address of a school has 1 to 500 characters."),
      (["invite", "Hill"], "\"Hill\" is not the id of a school: it must be a UUID."),
      (["invite", "0198f000-0000-7000-8fff-000000000001"], "there is no school 0198f000-0000-7000-8fff-000000000001"),
      (["invite", "0198f000-0000-7000-8fff-000000000001", "--role", "COOK"], "The value 'COOK' is invalid for '--role <role>'"),
    ])
  func refuses(arguments: [String], message: String) async throws {
    let database = try await Self.database.value
    let end = try await database.hatched(["school"] + arguments)
    #expect(end.status > 0 && end.status < 128)
    #expect(end.errors.contains(message), "\(end.errors)")
    #expect(end.output == "")
  }

  @Test func `A refused school leaves nothing`() async throws {
    let database = try await EmptyDatabase("school_commands_refused")
    try #require(try await database.hatched(["migrate"]).status == 0)
    #expect(try await database.hatched(["school", "create", "Hill", "--time-zone", "Mars/Base"]).status != 0)
    #expect(try await database.count("SELECT 1 FROM schools") == 0)
    #expect(try await database.hatched(["school", "list"]).output == "")
  }

  @Test(arguments: [["school", "--help"], ["school", "create", "--help"], ["school", "invite", "--help"]])
  func `The help has examples`(_ arguments: [String]) async throws {
    let end = try await ChildProcess.run(.hatched, arguments)
    #expect(end.status == 0 && end.output.contains("Examples:\n"))
  }
}
