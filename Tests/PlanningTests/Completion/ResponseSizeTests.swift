import GraphQL
import SQL
import Testing

@testable import Planning

/// An answer ends where it has more bytes than it may.
struct ResponseSizeTests {
  private func response(
    _ query: String, _ results: [[Cell]]..., maximumBytes: Int
  ) throws -> Completion.Response {
    let request = try LibraryRequest(query)
    try #require(results.count == request.plan.statements.count, "the plan has the statements \(request.plan.outline)")
    return try #require(
      Completion.complete(
        request.plan, results: zip(request.plan.statements, results).map { Rows($0.columns, $1) }, viewer: .staff,
        variables: request.variables, limit: AnswerLimit(maximum: maximumBytes)))
  }

  @Test func `The last byte that there is room for may be written, and no other`() throws {
    let query = #"{ shelf(id: "x") { name } }"#
    let text = #"{"data":{"shelf":{"name":"Novels"}}}"#
    #expect(try response(query, [[1, "Novels"]], maximumBytes: text.utf8.count).text == text)
    for size in [0, 1, 8, 20, text.utf8.count - 1] {
      let refused = try response(query, [[1, "Novels"]], maximumBytes: size)
      #expect(refused.excess == .size, "\(size)")
      #expect(refused.body.isEmpty)
    }
  }

  @Test func `No place that may be null hides that there was too much`() throws {
    // The list may have nulls, and so may what stands around it.
    let query = "{ library { wishes(first: 200) { title } } }"
    let rows = (0..<200).map { _ -> [Cell] in [1, "A title"] }
    let whole = try response(query, [[1]], rows, maximumBytes: .max)
    #expect(whole.body.count > 3_000)
    for size in stride(from: 0, to: whole.body.count, by: 97) {
      #expect(try response(query, [[1]], rows, maximumBytes: size).excess == .size, "\(size)")
    }
    #expect(try response(query, [[1]], rows, maximumBytes: whole.body.count).excess == nil)
  }

  @Test func `What is written many times counts many times`() throws {
    // One long name, written by 200 aliases: the rows hold it once.
    let name = String(repeating: "n", count: 10_000)
    let aliases = (0..<200).map { "a\($0): name" }.joined(separator: " ")
    let query = #"{ shelf(id: "x") { \#(aliases) } }"#
    #expect(try response(query, [[1, .text(name)]], maximumBytes: 1_000_000).excess == .size)
  }

  @Test func `The schema is not told beyond the limit, whoever asks`() throws {
    let query = "{ __schema { types { name fields { name type { name ofType { name } } } } } }"
    let whole = try response(query, maximumBytes: .max)
    #expect(try response(query, maximumBytes: whole.body.count).body == whole.body)
    for size in [100, whole.body.count / 2, whole.body.count - 1] {
      #expect(try response(query, maximumBytes: size).excess == .size, "\(size)")
    }
  }
}
