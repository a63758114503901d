import SQL
import Testing

@testable import Planning

struct ColumnTests {
  @Test func `Equal columns are read once, whatever asks for them`() throws {
    let request = try LibraryRequest(
      "{ library { id again: id shelves { name label other: name } } }")
    #expect(
      try request.texts == [
        "SELECT libraries_0.library_id FROM libraries libraries_0 WHERE libraries_0.library_id = $1",
        "SELECT shelves_1.library_id, shelves_1.name FROM shelves shelves_1 "
          + "WHERE shelves_1.library_id = $1 ORDER BY shelves_1.name, shelves_1.id LIMIT $2 OFFSET $3",
      ])
  }

  @Test func `The key that children refer to is the column that the id is`() throws {
    let request = try LibraryRequest("{ library { shelves { id books { id } } } }")
    #expect(request.plan.statements.map(\.columns.count) == [1, 2, 3])
  }

  @Test func `One relation under two names is two levels with pages of their own`() throws {
    let request = try LibraryRequest(
      "{ library { low: shelves(first: 1) { name } high: shelves(first: 2, offset: 1) { name } } }")
    #expect(request.plan.outline == ["library Library", "library.low Shelf", "library.high Shelf"])
    #expect(
      try request.statements().dropFirst().map(\.binds) == [
        [.uuid(.key(1)), .int8(1), .int8(0)], [.uuid(.key(1)), .int8(2), .int8(1)],
      ])
  }

  @Test func `One field selected twice is one level with all that is selected of it`() throws {
    let request = try LibraryRequest("{ library { shelves { id } } library { shelves { name } name } }")
    #expect(request.plan.outline == ["library Library", "library.shelves Shelf"])
    #expect(request.plan.statements.map(\.columns) == [[.uuid, .text], [.uuid, .uuid, .text]])
  }

  @Test func `Columns have the types that resolvers declare`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { title pages price isLent appraisal } }"#)
    #expect(request.plan.statements.map(\.columns) == [[.uuid, .text, .int4, .numeric, .bool, .float8]])
  }
}
