import GraphQL
import SQL
import Testing

@testable import Planning

/// The upper bound of an operation's cost, known before it is run.
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

  /// The cost of a list of shelves whose books take these arguments.
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

  // MARK: Reads of other rows

  @Test func `Counts, and whether there is more, are read for each object that has the list`() throws {
    let bare = try total("{ library { shelves(first: 10) { booksConnection { __typename } } } }")
    #expect(try total("{ library { shelves(first: 10) { booksConnection { totalCount } } } }") == bare + 10 * 10 + Self.books)
    #expect(
      try total("{ library { shelves(first: 10) { booksConnection { pageInfo { hasNextPage } } } } }")
        == bare + 10 * (10 + 1))
  }

  @Test func `A summary is read for each object that has it, whatever it measures, and its groups once more`() throws {
    let shelves = 1 + 10 + 2 + 10 + 10 * 2
    #expect(
      try total("{ library { shelves(first: 10) { stock { count } } } }") == shelves + 10 + 10 * (1 + 1) + 10 * 10 + Self.books)
    #expect(
      try total("{ library { shelves(first: 10) { stock { byBinding(first: 3) { count } } } } }")
        == shelves + (10 + 10 * (1 + 1) + 10 * 10 + Self.books) + (10 + 30 * (1 + 1) + 10 * 10 + Self.books))
  }

  // MARK: Reads of filters and orders

  /// The cost of reading all books that a library may have, or of comparing a value of each.
  private static let books = units(books: 1)

  /// - Parameters: how often the books are read or compared, and the shelves.
  private static func units(books: Int, shelves: Int = 0) -> Int { (books * 100_000 + shelves * 1_000) / 16 }

  private func shelf(_ arguments: String) throws -> Int {
    try total(#"{ shelf(id: "x") { books(\#(arguments)) { title } } }"#)
  }

  @Test(
    "A filter reads and compares all rows that there may be",
    arguments: [
      (#"title: {eq: "a"}"#, units(books: 2)), (#"title: {in: ["a"]}"#, units(books: 5)),
      ("pages: {gte: 1, lt: 9}", units(books: 3)), ("pages: null", units(books: 2)),
      ("not: {or: [{pages: {eq: 1}}, {pages: {eq: 2}}]}", units(books: 3)),
      (#"title: {contains: "a"}"#, units(books: 2) + 100_000 * 100 / 512),
      // The set is made once, and each book looked up in it. There are as few loans as shelves.
      (#"shelf: {name: {eq: "a"}}"#, units(books: 2, shelves: 2)), ("shelf: null", units(books: 2, shelves: 1)),
      ("shelf: {books: {some: {pages: {eq: 1}}}}", units(books: 4, shelves: 2)), ("loans: {none: {}}", units(books: 2, shelves: 1)),
    ])
  func filter(_ filter: String, cost: Int) throws {
    let bare = try shelf("first: 7")
    #expect(try shelf("first: 7, where: {\(filter)}") == bare + cost)
    // A filter that is true of every row is none.
    #expect(try shelf("first: 7, where: {}") == bare)
  }

  @Test func `What a filter reads does not depend on the page, but nothing is read for none`() throws {
    let filter = "where: {pages: {eq: 1}}"
    #expect(try shelf("first: 7, \(filter)") - shelf("first: 7") == shelf("first: 1, \(filter)") - shelf("first: 1"))
    #expect(try shelf("first: 0, \(filter)") == shelf("first: 0"))
  }

  @Test func `An order of its own sorts all rows, and looks up for each what it is by`() throws {
    let bare = try shelf("first: 7")
    #expect(try shelf("first: 7, orderBy: {field: PAGES}") == bare + Self.units(books: 3))
    #expect(try shelf("first: 7, orderBy: {field: SHELF_NAME}") == bare + Self.units(books: 3 + 16))
    #expect(try shelf("first: 7, orderBy: [{field: TITLE}, {field: ID}]") == bare)
  }

  @Test func `A filter is read again by each statement that repeats it`() throws {
    func cost(_ filter: String) throws -> Int {
      try total(
        """
        { library { shelves(first: 10\(filter)) {
          books(first: 5) { title shelf { name } again: loans(first: 1) { id } }
          booksConnection(first: 5) { totalCount nodes { title } } stock { count byBinding(first: 3) { count } }
        } } }
        """)
    }
    let filtered = try cost(#", where: {name: {eq: "a"}}"#)
    // The statements of the shelves, their books, the loans of these, the nodes, the summary, and its groups repeat
    // the filter; that of `shelf`, which reads all there are, does not.
    #expect(try filtered == cost("") + 6 * (2 * 1_000 / 16))
  }

  @Test func `A filter is read again for the count of a list, and for whether there is more`() throws {
    let filter = "(where: {pages: {eq: 1}})"
    for (selection, times) in [
      ("totalCount", 1), ("pageInfo { hasNextPage }", 1), ("pageInfo { hasPreviousPage }", 0),
      ("totalCount nodes { title }", 2),
    ] {
      func cost(_ arguments: String) throws -> Int {
        try total("{ library { shelves { booksConnection\(arguments) { \(selection) } } } }")
      }
      #expect(try cost(filter) == cost("") + times * Self.units(books: 2), "\(selection)")
    }
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
