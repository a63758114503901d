import SQL
import Testing

@testable import Planning

struct ColumnMismatchTests {
  private func isCompleted(_ results: [Rows]) throws -> Bool {
    let request = try LibraryRequest("{ library { name } }")
    return Completion.complete(
      request.plan, results: results, viewer: request.viewer, variables: request.variables) != nil
  }

  @Test func `Rows with the columns of the plan are completed`() throws {
    #expect(try isCompleted([Rows([.uuid, .text], [[1, "Main"]])]))
  }

  @Test(
    "Rows with other columns are not",
    arguments: [[.uuid, .varchar], [.text, .uuid], [.uuid], [.uuid, .text, .text], []] as [[SQLType]])
  func otherColumns(columns: [SQLType]) throws {
    #expect(try !isCompleted([Rows(columns: columns)]))
  }

  @Test func `Nor are more or fewer levels than the plan has`() throws {
    let level = Rows([.uuid, .text], [[1, "Main"]])
    #expect(try !isCompleted([]))
    #expect(try !isCompleted([level, level]))
  }
}
