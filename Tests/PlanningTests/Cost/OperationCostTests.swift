import GraphQL
import SQL
import Testing

@testable import Planning

/// What an operation may cost, known before it is run.
struct OperationCostTests {
  private func cost(
    _ query: String, variables: String = "{}", limits: RequestLimits = RequestLimits()
  ) throws -> OperationCost {
    let request = try LibraryRequest(query, variables: variables)
    return try request.plan.cost(request.variables, limits: limits)
  }

  private func total(_ query: String, variables: String = "{}") throws -> Int {
    try cost(query, variables: variables).total
  }

  /// What a list of shelves costs whose books are asked for so.
  private func books(_ arguments: String, variables: String = "{}", declaring: String = "") throws -> Int {
    try total(
      "query \(declaring) { library { shelves(first: 10) { booksConnection\(arguments) { nodes { title } } } } }",
      variables: variables)
  }

  @Test func `Each statement, each row and each value counts, and rows are multiplied down the tree`() throws {
    let cost = try cost("{ library { shelves(first: 10) { name books(first: 5) { title } } } again: __typename }")
    let levels = [10 + 1 * (1 + 1), 10 + 10 * (1 + 2), 10 + 50 * (1 + 1)]
    #expect(cost.parts.map(\.responseKey) == ["library", "again"])
    #expect(cost.parts.map(\.cost) == [1 + levels.reduce(0, +), 1])
    #expect(cost.total == 164)
  }

  @Test func `A plan is refused from the first unit on that is too much`() throws {
    let request = try LibraryRequest("{ library { shelves(first: 10) { name books(first: 5) { title } } } }")
    #expect(refusal { _ = try request.statements(limits: RequestLimits(cost: 163)) } == nil)
    #expect(
      refusal { _ = try request.statements(limits: RequestLimits(cost: 162)) }
        == GraphQLError(
          "This operation may cost 163, more than 162. Ask for shorter lists with \"first\", or for less of each "
            + "object.",
          code: .limitExceeded,
          extensions: [
            .init("limit", .string("cost")), .init("maximum", .number("162")), .init("value", .number("163")),
          ]))
  }

  // MARK: Page sizes

  @Test func `What is not said counts as it is run`() throws {
    // The default of the schema, of the operation, and of connections.
    #expect(
      try total(#"{ shelf(id: "x") { books { title } } }"#)
        == total(#"{ shelf(id: "x") { books(first: 5) { title } } }"#))
    let twenty = try books("(first: 20)")
    #expect(try books("") == twenty)
    #expect(try books("(first: null)") == twenty)
    #expect(try books("(first: $n)", declaring: "($n: Int)") == twenty)
    #expect(try books("(first: $n)", variables: #"{"n": null}"#, declaring: "($n: Int = 3)") == twenty)
    #expect(try books("(first: $n)", declaring: "($n: Int = 20)") == twenty)
    #expect(try books("(last: 20)") == twenty)
    #expect(try books("(last: $n)", variables: #"{"n": 20}"#, declaring: "($n: Int)") == twenty)
  }

  @Test func `One more item costs as much, however it is asked for`() throws {
    for size in [0, 1, 19, 200] {
      let expected = try books("") + 10 * (size - 20) * 2
      #expect(try books("(first: \(size))") == expected)
      #expect(try books("(first: $n)", variables: #"{"n": \#(size)}"#, declaring: "($n: Int)") == expected)
      #expect(try books("(first: $n)", variables: #"{"n": \#(size)}"#, declaring: "($n: Int = 3)") == expected)
    }
  }

  @Test func `A page that cannot be has no cost, and takes none away`() throws {
    for (arguments, code) in [("(first: -1)", ErrorCode.badUserInput), ("(first: -2147483648)", .badUserInput),
      ("(last: -5)", .badUserInput), ("(first: 201)", .limitExceeded)]
    {
      #expect(refusal { _ = try books(arguments) }?.code == code, "\(arguments)")
    }
    let negative = refusal { _ = try books("(first: $n)", variables: #"{"n": -1}"#, declaring: "($n: Int)") }
    #expect(negative?.code == .badUserInput)
  }

  @Test func `Rows that are skipped are read`() throws {
    let none = try total("{ library { shelves(first: 10) { books(first: 5) { title } } } }")
    #expect(try total("{ library { shelves(first: 10, offset: 70) { books(first: 5) { title } } } }") == none + 70)
    #expect(try total("{ library { shelves(first: 10) { books(first: 5, offset: 70) { title } } } }") == none + 700)
  }

  @Test func `A list costs no more than what may be kept of its type, and its objects are read once`() throws {
    func cost(_ fields: String) throws -> Int {
      try total("{ library { shelves(first: 200) { books(first: 200) { loans(first: 200) { \(fields) } } } } }")
    }
    let books = 1 + (10 + 2) + (10 + 200 * 2) + (10 + 40_000 * 2)
    // 1,000 loans in a library, and not 8,000,000.
    #expect(try cost("id") == books + 10 + 1_000 * 2)
    // The book of each loan is written for each, and at most 1,000 of them are read.
    #expect(try cost("id book { title }") == books + 10 + 1_000 * 3 + 10 + 1_000 * 2)
  }

  // MARK: Selections

  @Test func `Aliases count each by itself`() throws {
    let one = try total("{ library { shelves(first: 10) { name } } }")
    let two = try total("{ library { shelves(first: 10) { name } again: shelves(first: 10) { name } } }")
    // The list again, and one more value of the library.
    #expect(two == one + (10 + 10 * 2) + 1)
  }

  @Test func `Fragments count as what they stand for`() throws {
    let written = try total("{ library { shelves(first: 10) { name books(first: 5) { title } } } }")
    let fragments = """
      { ... { library { ...L ...L } } }
      fragment L on Library { shelves(first: 10) { ...S ... on Shelf { name } } }
      fragment S on Shelf { name ... @include(if: true) { books(first: 5) { title } } }
      """
    #expect(try total(fragments) == written)
  }

  @Test func `Conditions count as the variables decide`() throws {
    let query = """
      query ($on: Boolean!, $off: Boolean = true) {
        library { name shelves(first: 10) @include(if: $on) { name books(first: 5) @skip(if: $off) { title } } }
      }
      """
    let shelves = 10 + 10 * 2
    let without = try total(query, variables: #"{"on": false}"#)
    #expect(without == 1 + 10 + 2)
    #expect(try total(query, variables: #"{"on": true}"#) == without + 1 + shelves)
    #expect(
      try total(query, variables: #"{"on": true, "off": false}"#) == without + 1 + shelves + 10 + 10 + 50 * 2)
  }

  // MARK: What is read from other rows

  @Test func `Counts, and whether there is more, are read for each object that has the list`() throws {
    let bare = try total("{ library { shelves(first: 10) { booksConnection { __typename } } } }")
    #expect(try total("{ library { shelves(first: 10) { booksConnection { totalCount } } } }") == bare + 10 * 10)
    #expect(
      try total("{ library { shelves(first: 10) { booksConnection { pageInfo { hasNextPage } } } } }")
        == bare + 10 * (10 + 1))
  }

  @Test func `A summary is read for each object that has it, whatever it measures, and its groups once more`() throws {
    let shelves = 1 + 10 + 2 + 10 + 10 * 2
    #expect(
      try total("{ library { shelves(first: 10) { stock { count } } } }") == shelves + 10 + 10 * (1 + 1) + 10 * 10)
    #expect(
      try total("{ library { shelves(first: 10) { stock { byBinding(first: 3) { count } } } } }")
        == shelves + (10 + 10 * (1 + 1) + 10 * 10) + (10 + 30 * (1 + 1) + 10 * 10))
  }

  @Test func `A filter or an order by what is behind a relation is read for each row`() throws {
    let bare = try total("{ shelf(id: \"x\") { books(first: 7) { title } } }")
    #expect(try total("{ shelf(id: \"x\") { books(first: 7, where: {title: {eq: \"a\"}}) { title } } }") == bare)
    #expect(
      try total("{ shelf(id: \"x\") { books(first: 7, where: {shelf: {name: {eq: \"a\"}}}) { title } } }")
        == bare + 7 * 10)
    #expect(
      try total("{ shelf(id: \"x\") { books(first: 7, orderBy: {field: SHELF_NAME}) { title } } }") == bare + 7 * 10)
  }

  @Test func `The schema costs about what tools ask of it`() throws {
    #expect(try total("{ __schema { queryType { name } } }") == 5_000)
  }

  // MARK: Extremes

  @Test func `A cost that is beyond all numbers stays there`() throws {
    var query = "id"
    for _ in 0..<12 { query = "shelf { books(first: 200) { \(query) } }" }
    #expect(try total(#"{ book(id: "x") { \#(query) } }"#) == .max)
  }

  @Test func `Keys are looked up as often as they are given, whether they are known or not`() throws {
    let query = "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Book { title } } }"
    let none = try total(query, variables: #"{"ids": []}"#)
    let id = #""018f0000-0000-7000-8000-000000000001""#
    #expect(try total(query, variables: #"{"ids": [\#(id), \#(id), \#(id)]}"#) == none + 3 * 2)
  }
}
