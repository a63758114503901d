import Foundation
import Gateway
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

@testable import Server

/// `hatched explain`, and that what it prints for pgbench is what the gateway would do.
@Suite struct ExplainTests {
  private static let database = Task { try await SchoolDatabase("explain", families: 3) }

  private static let nested = """
    { family { name students { name assignments(first: 5) { title course { name grade subject { name } } } } } }
    """

  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let query: String
    let role: ExampleViewer.Kind
    /// How many statements the query becomes.
    let statements: Int
  }

  static let examples = [
    Example(testDescription: "the nested query of a parent", query: nested, role: .parent, statements: 5),
    Example(testDescription: "the nested query of a student", query: nested, role: .student, statements: 5),
    Example(
      testDescription: "an account without a family", query: "{ viewer { id name } }", role: .account, statements: 1),
    Example(
      testDescription: "lookups by id",
      query: """
        { subject(id: "0198f000-0000-7000-8004-000000000003") { name }
          course(id: "0198f000-0000-7000-8005-000000000001") { assignments(first: 3, offset: 1) { id } } }
        """, role: .parent, statements: 3),
    Example(
      testDescription: "values of all kinds",
      query: """
        { planner(from: "2026-09-07", days: 2) { date }
          family { assignmentsConnection(where: {
            or: [{title: {in: ["It's $1: \\"a\\\\b\\"", ":family_id"]}}, {dueDate: {in: ["2026-09-07"]}}]
            createdAt: {gte: "2026-09-07T08:30:00Z"} pointsPossible: {gt: 1.5}
            course: {name: {ne: "It's"}} doneAt: {isNull: false}
          }) { nodes { id } } } }
        """, role: .parent, statements: 3),
    Example(testDescription: "no level at all", query: "{ __typename }", role: .parent, statements: 0),
  ]

  private func explain(_ query: String, as role: ExampleViewer.Kind) throws -> Explanation {
    try Explanation(
      of: GraphQLRequest(query: query), for: ExampleViewer(role).viewer, map: EntityMap<Viewer>.shared)
  }

  // MARK: The script

  @Test("The script has the statements of one request, in one pipelined transaction", arguments: examples)
  func statements(_ example: Example) throws {
    let explanation = try explain(example.query, as: example.role)
    #expect(explanation.guards.count == 2)
    #expect(explanation.outline.count == example.statements)
    #expect(explanation.statements.count == example.statements)

    let sample = try SampleFamilies(count: 3, seed: 7)
    let lines = PgbenchScript(explanation, over: sample, role: example.role).text.split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "\\startpipeline"))
    #expect(lines[start + 1] == "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;")
    #expect(Array(lines.suffix(2)) == ["COMMIT;", "\\endpipeline"])
    let statements = lines[(start + 2)...].dropLast(2)
    #expect(statements.count == 2 + example.statements)
    for (line, statement) in zip(statements, explanation.guards + explanation.statements) {
      #expect(line.hasSuffix(";"))
      #expect(!line.contains(/\$\d/), "a bind is left")
      // But for its binds, the text is what the gateway sends.
      #expect(line.hasPrefix(statement.text.prefix { $0 != "$" }))
    }
  }

  @Test("The ids of the viewer are variables with their types, and everything else is written out")
  func variables() throws {
    let script = try PgbenchScript(
      explain(Self.nested, as: .parent), over: SampleFamilies(count: 3, seed: 7), role: .parent
    ).text
    #expect(
      script.contains(
        "SELECT set_config('hatched.account_id', :account_id::text, true), "
          + "set_config('hatched.family_id', :family_id::text, true);"))
    let variables = script.matches(of: /:(\w+)::(\w+)/).map { "\($0.output.1) \($0.output.2)" }
    #expect(
      Set(variables) == [
        "account_id text", "family_id text",
        "account_id uuid", "session_id uuid", "family_id uuid", "member_id uuid",
      ])
    // The page sizes of the query: a default and its own.
    #expect(script.contains(/LIMIT 50\b/))
    #expect(script.contains(/LIMIT 5\b/))
  }

  @Test("The viewers of the script are people of the sample, evenly spread", arguments: [3, 4100])
  func viewers(families: Int) throws {
    let sample = try SampleFamilies(count: families, seed: 7)
    let explanation = try explain("{ viewer { id } }", as: .parent)
    for role in [ExampleViewer.Kind.parent, .student] {
      let script = PgbenchScript(explanation, over: sample, role: role).text
      let listed = script.matches(of: /\('{([-,0-9a-f]*)}'::uuid\[\]\)\[:viewer\] AS \w+/).map {
        $0.output.1.split(separator: ",")
      }
      let count = min(families, 2000)
      #expect(listed.map(\.count) == Array(repeating: count, count: 4))
      #expect(script.contains("\\set viewer random(1, \(count))"))
      for number in [0, count - 1] {
        let family = number * families / count
        // A family whose students have no account is asked for by a parent.
        let student = role == .student ? sample.studentAccount(of: family) : nil
        let account = student ?? sample.parentAccount(of: family)
        let ids = [account.account, account.session, account.family, account.member].map(\.description)
        #expect(listed.map { String($0[number]) } == ids)
      }
    }
  }

  @Test(
    "pgbench runs the script as the server's role, without an error",
    arguments: examples.filter { $0.role != .account })
  func pgbench(_ example: Example) async throws {
    let database = try await Self.database.value
    let explanation = try explain(example.query, as: example.role)
    let script = PgbenchScript(explanation, over: database.sample, role: example.role).text
    let file = FileManager.default.temporaryDirectory.appending(path: "hatched-\(UUID().uuidString).pgbench")
    try Data(script.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let options = ["-n", "-M", "prepared", "-c", "2", "-t", "10", "-f", file.path]
    let end = try await ChildProcess.run(.pgbench, options + ["\(database.app)"])
    #expect(end.status == 0, "\(end.errors)")
    #expect(end.output.contains("number of transactions actually processed: 20/20"))
    #expect(end.output.contains("number of failed transactions: 0 (0.000%)"))
    #expect(!end.errors.contains("ERROR"), "\(end.errors)")
  }

  // MARK: The command

  @Test("hatched explain prints each statement with what it binds")
  func plan() async throws {
    let end = try await ChildProcess.run(.hatched, ["explain", "{ family { students(first: 2) { name } } }"])
    #expect(end.status == 0, "\(end.errors)")
    #expect(end.output.hasPrefix("One round trip, 4 statements:\n\n-- scope\nSELECT set_config("))
    #expect(end.output.contains("\n-- membership check\n"))
    #expect(end.output.contains("\n-- family.students Student\n"))
    #expect(end.output.contains("--   $1 = family_id\n--   $2 = 2::int8\n"))
  }

  @Test("hatched explain --pgbench prints the script of its sample")
  func command() async throws {
    let end = try await ChildProcess.run(
      .hatched, ["explain", "--pgbench", "--families", "3", "--seed", "7", "--role", "student", Self.nested])
    #expect(end.status == 0, "\(end.errors)")
    let script = try PgbenchScript(
      explain(Self.nested, as: .student), over: SampleFamilies(count: 3, seed: 7), role: .student)
    #expect(end.output == script.text)
  }

  @Test("Of a mutation the statement is shown that may be all it takes")
  func mutation() throws {
    let id = "0198f000-0000-7000-8007-000000000001"
    let explanation = try explain(
      """
      mutation {
        grade: gradeAssignment(input: {id: "\(id)", ifVersion: 3, pointsAwarded: 7.5}) { course { grade } }
        createInvitation(input: {role: PARENT}) { invitation { status } }
      }
      """, as: .parent)
    #expect(explanation.guards.count == 2)
    #expect(explanation.guards.last?.text.hasPrefix("SELECT lock_membership(") == true)
    #expect(
      explanation.outline == [
        "grade, in one round trip with COMMIT", "grade.course Course", "createInvitation.invitation Invitation",
      ])
    #expect(
      explanation.statements.first?.text
        == """
        UPDATE assignments SET points_awarded = $1, version = version + 1, updated_at = now() \
        WHERE assignments.family_id = $2 AND assignments.id = $3 AND assignments.version = $4 \
        AND assignments.points_possible IS NOT NULL AND (assignments.points_possible >= $5 OR assignments.is_extra_credit \
        OR assignments.allows_bonus) RETURNING assignments.id
        """)
    // The course is that of the assignment which has just been graded.
    #expect(explanation.statements[1].binds.contains(.uuid(try #require(UUIDValue(id)))))
  }

  @Test(
    "hatched explain refuses",
    arguments: [
      (["{ nothing }"], #"Cannot query field \"nothing\" on type \"Query\"."#),
      (["{"], "Syntax Error"),
      (["--role", "anonymous", "{ family { name } }"], "UNAUTHENTICATED"),
      (["--variables", "{", "{ __typename }"], "--variables is not JSON"),
      (["--variables", "{\"n\": \"x\"}", "query ($n: Int!) { family { students(first: $n) { id } } }"], "$n"),
      (["--operation", "B", "query A { __typename }"], #"Unknown operation named \"B\"."#),
      (
        ["--pgbench", "--role", "anonymous", "{ __typename }"],
        "--pgbench needs a role with a token: parent, student or account."
      ),
      (["--pgbench", "mutation { __typename }"], "--pgbench is for queries"),
      (["--pgbench", "--families", "0", "{ __typename }"], "The number of families must be between 1"),
    ])
  func commandRefuses(arguments: [String], message: String) async throws {
    let end = try await ChildProcess.run(.hatched, ["explain"] + arguments)
    #expect(end.status > 0 && end.status < 128)
    #expect(end.errors.contains(message), "\(end.errors)")
    #expect(end.output == "")
  }
}
