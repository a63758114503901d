import Testing

@testable import Planning

struct AbstractEntityTests {
  @Test func `An interface is one level, with the columns of all its types`() throws {
    let request = try LibraryRequest("{ library { people { __typename name email } } }")
    #expect(
      try request.texts == [
        "SELECT libraries_0.library_id FROM libraries libraries_0 WHERE libraries_0.library_id = $1",
        "SELECT people_1.library_id, people_1.kind, people_1.name, people_1.email FROM people people_1 "
          + "WHERE people_1.library_id = $1 ORDER BY people_1.name, people_1.id LIMIT $2 OFFSET $3",
      ])
  }

  @Test func `A relation of one of its types is a level under the interface's`() throws {
    let request = try LibraryRequest(
      "{ library { people { ... on Child { guardian { name } } ... on Adult { loans { id } } } } }")
    #expect(
      request.plan.outline == [
        "library Library", "library.people Person", "library.people.loans Loan",
        "library.people.guardian Adult",
      ])
    #expect(
      try request.texts.last == "SELECT people_3.library_id, people_3.id, people_3.name "
        + "FROM people people_3 WHERE people_3.library_id = $1 AND people_3.kind = 'A'")
  }
}
