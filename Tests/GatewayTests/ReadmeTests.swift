import Foundation
import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// The first query of README.md answers on the demonstration as it is printed there.
@Suite struct ReadmeTests {
  private static let database = Task { try await SchoolDatabase("readme", families: 1) }

  private func readme() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
  }

  @Test func `The command of README gives the answer below it, and the query above it names no grade over all students`() async throws {
    try await Conversation.with(Self.database) { talk in
      let text = try readme()
      let ask = try #require(text.split(separator: "\n## Ask\n").dropFirst().first?.split(separator: "\n## ").first)
      let request = try #require(ask.firstMatch(of: /-d '(?<body>\{.*\})'\n/)).body
      let query = try #require(try JSONValue(parsing: Array(request.utf8)).at("query")?.string)
      let printed = try #require(ask.firstMatch(of: /(?s)```json\n(?<answer>.*?)\n```/)).answer
      let expected = try JSONValue(parsing: Array(printed.utf8))
      let answer = try await talk.answer(query, as: talk.elena)
      #expect(answer == expected, "\(answer.indented())")
      let first = try #require(ask.firstMatch(of: /(?s)```graphql\n(?<query>.*?)\n```/)).query
      let nested = try await talk.answer(String(first), as: talk.elena)
      #expect(nested.at("errors") == nil)
      #expect(nested.at("data", "family", "students", 0, "assignments", 0, "courseResult") != nil)
      #expect(first.contains("courseResult { grade") && !first.contains(/course \{[^}]*grade/))
    }
  }
}
