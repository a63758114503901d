import GraphQL
import Gateway
import SQL
import Domain
import TestSupport
import Testing

/// People and families for tests of how they come together.
struct Household {
  let gateway: TestGateway
  let apple: TestApple
  let database: SchoolDatabase

  static func run(on database: SchoolDatabase, _ body: (Household) async throws -> Void) async throws {
    try await TestGateway.run(on: database) { gateway, apple in
      try await body(Household(gateway: gateway, apple: apple, database: database))
    }
  }

  /// Someone who has signed in, and has no family.
  func newcomer(_ role: Role, name: String? = "Newcomer") async throws -> Person {
    let person = Person(gateway, apple)
    let answer = try await person.signIn(role: role.rawValue, name: name)
    #expect(answer.at("errors") == nil)
    return person
  }

  /// A parent with a family, and the family's code.
  func parent(joinPolicy: String = "CONFIRM") async throws -> (person: Person, code: String) {
    let parent = try await newcomer(.parent, name: "Parent")
    let made = try await parent.ask(#"mutation { createFamily(input: {name: "Family"}) { session { token } family { code } } }"#)
    #expect(made.at("errors") == nil)
    if joinPolicy != "CONFIRM" {
      try await parent.ask("mutation { updateFamily(input: {joinPolicy: \(joinPolicy)}) { family { id } } }")
    }
    return (parent, try #require(made.at("data", "createFamily", "family", "code")?.string))
  }

  /// The code of a new invitation.
  func invitation(of parent: Person, _ input: String) async throws -> String {
    let answer = try await parent.ask("mutation { createInvitation(input: {\(input)}) { code } }")
    return try #require(answer.at("data", "createInvitation", "code")?.string, "\(answer)")
  }

  /// A student of a family, with an account.
  func student(of parent: Person) async throws -> Person {
    let student = try await newcomer(.student, name: "Student")
    let code = try await invitation(of: parent, "role: STUDENT")
    let answer = try await student.accept(code)
    #expect(answer.at("data", "acceptInvitation", "viewer", "role")?.string == "STUDENT")
    return student
  }

  /// Sends documents at the same time, each with its token, once there are connections for all of them.
  func sendAtOnce(_ requests: [(token: String?, document: String)]) async -> [JSONValue?] {
    let gateway = gateway
    func send(_ requests: [(token: String?, document: String)]) async -> [JSONValue?] {
      await withTaskGroup(of: (Int, JSONValue?).self) { group in
        for (index, request) in requests.enumerated() {
          group.addTask {
            let response = await gateway.send(
              request.document, authorization: request.token.map { "Bearer \($0)" })
            return (index, try? response.json)
          }
        }
        var answers = [JSONValue?](repeating: nil, count: requests.count)
        for await (index, answer) in group { answers[index] = answer }
        return answers
      }
    }
    _ = await send(requests.map { ($0.token, "{ viewer { id } }") })
    return await send(requests)
  }
}

extension Person {
  @discardableResult
  func accept(_ code: String) async throws -> JSONValue {
    try await ask(
      """
      mutation { acceptInvitation(input: {code: "\(code)"}) {
        session { token refreshToken } family { name students { name hasAccount } } viewer { id role member { id } }
      } }
      """)
  }

  @discardableResult
  func requestToJoin(_ code: String) async throws -> JSONValue {
    try await ask(
      """
      mutation { requestToJoinFamily(input: {code: "\(code)"}) {
        status requestId session { token } family { name code } viewer { role }
      } }
      """)
  }

  var memberID: String {
    get async throws { try #require(try await ask("{ viewer { member { id } } }").at("data", "viewer", "member", "id")?.string) }
  }
}
