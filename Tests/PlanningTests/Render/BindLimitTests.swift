import GraphQL
import SQL
import Testing

@testable import Planning

/// A value that a request brings once may be sent to PostgreSQL many times: the sum is bounded as well.
struct BindLimitTests {
  /// A filter that looks for the same texts in so many conditions, above so many levels.
  private func request(texts: Int, conditions: Int, levels: Int) throws -> LibraryRequest {
    let condition = "{title: {in: $texts}}"
    let below = (0..<levels).map { "a\($0): sequel { title }" }.joined(separator: " ")
    let list = "books(where: {and: [\(Array(repeating: condition, count: conditions).joined(separator: " "))]})"
    let texts = Array(repeating: "\"\(String(repeating: "t", count: 1_000))\"", count: texts).joined(separator: ",")
    return try LibraryRequest(
      "query ($texts: [String!]) { shelf(id: \"x\") { \(list) { title \(below) } } }",
      variables: "{\"texts\": [\(texts)]}")
  }

  private func sent(_ request: LibraryRequest) throws -> Int {
    try request.statements(limits: RequestLimits(bindBytes: .max)).flatMap(\.binds).reduce(0) { $0 + $1.byteCount }
  }

  @Test func `The last byte may be sent, and no other`() throws {
    let request = try request(texts: 10, conditions: 5, levels: 1)
    let sent = try sent(request)
    #expect(sent > 50_000)
    #expect(refusal { _ = try request.statements(limits: RequestLimits(bindBytes: sent)) } == nil)
    let error = refusal { _ = try request.statements(limits: RequestLimits(bindBytes: sent - 1)) }
    #expect(error?.code == .limitExceeded)
    #expect(
      error?.extensions == [
        .init("limit", .string("filterBytes")), .init("maximum", .number("\(sent - 1)")),
        .init("value", .number("\(sent)")),
      ])
  }

  @Test func `A body of some hundred kilobytes that would be sent as gigabytes is refused`() throws {
    // 200 texts of a kilobyte, in 200 conditions.
    let error = refusal { _ = try request(texts: 200, conditions: 100, levels: 40).statements(limits: RequestLimits(cost: .max)) }
    #expect(error?.extensions.first == .init("limit", .string("filterBytes")))
  }
}
