import Foundation
import GraphQL
import SQL
import TestSupport
import Testing

@testable import Server

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Passwords at `hatched serve`, with hashes as costly as they are.
@Suite struct PasswordsOverHTTPTests {
  private static let database = Task { try await SchoolDatabase("passwords_over_http", families: 1) }

  @Test func `Someone registers, signs in again, and the log tells no secret`() async throws {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app, ["--log-level", "trace"]) { server in
      let password = "a password that nobody logs"
      let registered = try await server.post(
        """
        mutation { register(input: {email: "http@example.org", password: "\(password)", role: PARENT, name: "Ada"}) {
          session { token } deviceToken
        } }
        """, token: nil)
      let device = try #require(registered.json.at("data", "register", "deviceToken")?.string, "\(registered.json)")
      let signedIn = try await server.post(
        """
        mutation { signIn(input: {email: "http@example.org", password: "\(password)", deviceToken: "\(device)"}) {
          session { token } viewer { name }
        } }
        """, token: nil)
      #expect(signedIn.json.at("data", "signIn", "viewer", "name")?.string == "Ada")
      let token = try #require(signedIn.json.at("data", "signIn", "session", "token")?.string)
      #expect(try await server.post("{ viewer { name } }", token: token).json.at("data", "viewer", "name")?.string == "Ada")
      let log = try server.process.errors
      for secret in [password, device, token] { #expect(!log.contains(secret)) }
    }
  }

  @Test func `Of many sign-ins at once those that would wait too long get 503 and Retry-After, and other requests are answered`()
    async throws
  {
    let database = try await Self.database.value
    try await RunningServer.run(on: database.app) { server in
      let statuses = try await withThrowingTaskGroup(of: (status: Int, retryAfter: String?).self) { group in
        for number in 0..<45 {
          group.addTask {
            var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(server.port)/graphql")))
            request.httpMethod = "POST"
            request.timeoutInterval = 240
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            let query = #"mutation { signIn(input: {email: \"m\#(number)@example.org\", password: \"a wrong one\"}) { deviceToken } }"#
            request.httpBody = Data(#"{"query":"\#(query)"}"#.utf8)
            let (_, response) = try await URLSession(configuration: .ephemeral).data(for: request)
            let answer = try #require(response as? HTTPURLResponse)
            return (answer.statusCode, answer.value(forHTTPHeaderField: "Retry-After"))
          }
        }
        // Meanwhile others are answered.
        let start = ContinuousClock.now
        #expect(try await server.ask(for: database).status == 200)
        #expect(ContinuousClock.now - start < .seconds(5))
        var statuses: [(status: Int, retryAfter: String?)] = []
        // The first hash may take seconds; the others take as long, and tell no more.
        for try await status in group {
          statuses.append(status)
          if [200, 503].allSatisfy({ wanted in statuses.contains { $0.status == wanted } }) { break }
        }
        group.cancelAll()
        return statuses
      }
      let busy = statuses.filter { $0.status == 503 }
      #expect(!busy.isEmpty && statuses.contains { $0.status == 200 })
      #expect(statuses.allSatisfy { $0.status == 503 || $0.status == 200 }, "\(statuses)")
      #expect(busy.allSatisfy { $0.retryAfter.flatMap { Int($0) }.map { (1...60).contains($0) } == true }, "\(busy)")
    }
  }
}
