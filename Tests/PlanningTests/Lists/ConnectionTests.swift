import GraphQL
import SQL
import Testing

@testable import Planning

struct ConnectionTests {
  @Test(
    "A value that no statement binds is checked all the same",
    arguments: [
      ("booksConnection(first: -1) { totalCount }", #"Argument "first" must not be negative, got -1."#),
      ("booksConnection(first: -1) { __typename }", #"Argument "first" must not be negative, got -1."#),
      (
        #"booksConnection(where: {or: [{}, {title: {eq: "\u0000"}}]}) { totalCount }"#,
        #""where.or[1].title.eq" must not contain the character U+0000."#
      ),
      (
        #"booksConnection(first: 1, where: {or: [{}, {title: {eq: "\u0000"}}]}) { pageInfo { hasNextPage } }"#,
        #""where.or[1].title.eq" must not contain the character U+0000."#
      ),
      (
        #"stock(where: {or: [{}, {title: {eq: "\u0000"}}]}) { count }"#,
        #""where.or[1].title.eq" must not contain the character U+0000."#
      ),
    ])
  func checked(selection: String, message: String) {
    #expect(refusal { _ = try LibraryRequest("{ shelf(id: \"x\") { \(selection) } }").statements() }?.message == message)
  }

  private func statements(_ arguments: String, _ selection: String) throws -> [String] {
    let arguments = arguments.isEmpty ? "" : "(\(arguments))"
    return try LibraryRequest("{ shelf(id: \"x\") { booksConnection\(arguments) { \(selection) } } }").texts
  }

  @Test func `Nothing is asked that is not selected`() throws {
    let texts = try statements("", "nodes { title }")
    #expect(
      texts == [
        "SELECT shelves_0.library_id, shelves_0.id FROM shelves shelves_0 WHERE shelves_0.library_id = $1 AND shelves_0.id = $2",
        """
        SELECT books_1.library_id, books_1.shelf_id, books_1.title, books_1.id \
        FROM (SELECT shelves_0.id AS key FROM shelves shelves_0 \
        WHERE shelves_0.library_id = $1 AND shelves_0.id = $2) parents_1 \
        CROSS JOIN LATERAL (SELECT * FROM books books_1 \
        WHERE books_1.library_id = $1 AND books_1.shelf_id = parents_1.key \
        ORDER BY books_1.title, books_1.id LIMIT $3) books_1 ORDER BY books_1.title, books_1.id
        """,
      ])
  }

  @Test func `A count is a column of the parent, and reads no page`() throws {
    #expect(
      try statements("where: {pages: {gt: 1}}", "totalCount") == [
        """
        SELECT shelves_0.library_id, shelves_0.id, (SELECT count(*)::int4 FROM books books_listed \
        WHERE books_listed.library_id = $1 AND books_listed.shelf_id = shelves_0.id AND books_listed.pages > $2) \
        FROM shelves shelves_0 WHERE shelves_0.library_id = $1 AND shelves_0.id = $3
        """
      ])
  }

  @Test func `Edges, nodes and the ends of a page are read together where that can be`() throws {
    #expect(try statements("", "edges { cursor } pageInfo { startCursor endCursor }").count == 2)
    #expect(try statements("", "pageInfo { startCursor } edges { cursor }").count == 2)
    #expect(try statements("", "pageInfo { startCursor }").count == 2)
    #expect(try statements("", "pageInfo { hasNextPage hasPreviousPage }").count == 1)
    #expect(try statements("", "edges { cursor } nodes { title }").count == 3)
  }

  @Test func `All there are belong to the one object that has the connection`() throws {
    let query = "{ library { loansConnection(first: 2) { nodes { id } totalCount pageInfo { hasNextPage } } } }"
    #expect(
      try LibraryRequest(query, as: .reader).texts == [
        """
        SELECT libraries_0.library_id, (SELECT count(*)::int4 FROM loans loans_listed \
        WHERE loans_listed.library_id = $1 AND loans_listed.person_id = $2), EXISTS (SELECT 1 FROM loans loans_listed \
        WHERE loans_listed.library_id = $1 AND loans_listed.person_id = $2 OFFSET $3) \
        FROM libraries libraries_0 WHERE libraries_0.library_id = $1
        """,
        """
        SELECT loans_1.library_id, loans_1.id FROM loans loans_1 WHERE loans_1.library_id = $1 AND loans_1.person_id = $2 \
        ORDER BY loans_1.id LIMIT $3
        """,
      ])
  }

  @Test func `From the end, rows are read backwards and put in order again`() throws {
    let text = try #require(try statements("last: 3", "nodes { title }").last)
    #expect(text.contains("ORDER BY books_1.title DESC, books_1.id DESC LIMIT $3) books_1 ORDER BY books_1.title, books_1.id"))
  }

  @Test(
    "Whether there are more is asked on the side of the page's end",
    arguments: [
      ("", "hasNextPage", "EXISTS (SELECT 1 FROM books books_listed WHERE @ OFFSET $2)"), ("", "hasPreviousPage", "false"),
      ("last: 3", "hasNextPage", "false"),
      ("last: 3", "hasPreviousPage", "EXISTS (SELECT 1 FROM books books_listed WHERE @ OFFSET $2)"),
    ])
  func hasMore(arguments: String, field: String, expected: String) throws {
    let listed = "books_listed.library_id = $1 AND books_listed.shelf_id = shelves_0.id"
    let text = try statements(arguments, "pageInfo { \(field) }")[0]
    #expect(text.contains(", \(expected.replacing("@", with: listed)) FROM shelves"))
  }

  @Test func `What is selected is written in the order of the request`() throws {
    let request = try LibraryRequest(
      """
      { shelf(id: "x") { booksConnection(first: 2) {
        pageInfo { endCursor hasNextPage __typename } __typename edges { node { title } __typename } totalCount } } }
      """)
    let text = try request.body(
      [[1, 3, .int4(9), true]], [[1, 3, "Emma", 7], [1, 3, "Ulysses", 8]])
    let cursor = try #require(text.firstRange(of: /"endCursor":"([A-Za-z0-9_-]+)"/)).lowerBound
    #expect(text[cursor...].count > 60)
    #expect(
      text.replacing(/"endCursor":"[A-Za-z0-9_-]+"/, with: "\"endCursor\":\"…\"")
        == #"{"data":{"shelf":{"booksConnection":{"pageInfo":{"endCursor":"…","hasNextPage":true,"__typename":"PageInfo"},"#
        + #""__typename":"BookConnection","edges":[{"node":{"title":"Emma"},"__typename":"BookEdge"},"#
        + #"{"node":{"title":"Ulysses"},"__typename":"BookEdge"}],"totalCount":9}}}}"#)
  }

  @Test func `A page of a connection counts as a list`() throws {
    let request = try LibraryRequest(
      "{ library { shelves(first: 10) { booksConnection(first: 20) { nodes { id } } } } }")
    #expect(refusal { _ = try request.statements() } == nil)
    // Ten shelves, and 200 books on them.
    let check = { (rows: Int) in refusal { _ = try request.plan.checkedCost(request.variables, limits: RequestLimits(rows: rows)) } }
    #expect(check(210) == nil)
    #expect(check(209)?.code == .limitExceeded)
  }
}

struct SummaryStatementTests {
  @Test func `A summary is one row for each parent`() throws {
    let request = try LibraryRequest(
      "{ library { shelves { stock(where: {pages: {gt: 1}}) { priced meanPrice } } } }")
    #expect(
      try request.texts.last == """
        SELECT parents_2.scope, parents_2.key, books_2.c2, books_2.c3, books_2.c4 \
        FROM (SELECT shelves_1.library_id AS scope, shelves_1.id AS key FROM shelves shelves_1 \
        WHERE shelves_1.library_id = $1 ORDER BY shelves_1.name, shelves_1.id LIMIT $2 OFFSET $3) parents_2 \
        CROSS JOIN LATERAL (SELECT count(*)::int4 AS c2, count(books_2.price)::int4 AS c3, \
        round(round(avg((books_2.price)::numeric), 15), 2) AS c4 FROM books books_2 \
        WHERE books_2.library_id = $1 AND books_2.shelf_id = parents_2.key AND books_2.pages > $4) books_2
        """)
  }

  @Test func `Groups are bounded for each parent, and filtered as their summary is`() throws {
    let request = try LibraryRequest(
      #"{ shelf(id: "x") { stock(where: {pages: {gt: 1}}) { byBinding(first: 2) { binding count } } } }"#)
    #expect(
      try request.texts.last == """
        SELECT parents_2.scope, parents_2.key, books_2.c2, books_2.c3 \
        FROM (SELECT shelves_0.library_id AS scope, shelves_0.id AS key FROM shelves shelves_0 \
        WHERE shelves_0.library_id = $1 AND shelves_0.id = $2) parents_2 \
        CROSS JOIN LATERAL (SELECT * FROM (SELECT books_2.binding AS c2, count(*)::int4 AS c3 FROM books books_2 \
        WHERE books_2.library_id = $1 AND books_2.shelf_id = parents_2.key AND books_2.pages > $3 GROUP BY 1) books_2 \
        ORDER BY books_2.c2 LIMIT $4 OFFSET $5) books_2 ORDER BY books_2.c2
        """)
  }

  @Test func `Groups of objects stand in the order of the objects`() throws {
    let request = try LibraryRequest(#"{ shelf(id: "x") { stock { bySequel { sequel { title } } } } }"#)
    let text = try request.texts[2]
    #expect(text.contains("(SELECT books_2.sequel_id AS c2 FROM books books_2"))
    #expect(text.hasSuffix("ORDER BY (SELECT books_o.title FROM books books_o WHERE books_o.library_id = $1 AND books_o.id = books_2.c2), books_2.c2"))
    #expect(try request.texts[3].contains("books_3.id IN (SELECT books_2.c2 AS key FROM (SELECT shelves_0.library_id AS scope"))
  }

  @Test func `A summary and its groups are written where they belong`() throws {
    let request = try LibraryRequest(
      #"{ shelf(id: "x") { stock { byBinding { binding count } count meanPrice } } }"#)
    #expect(
      try request.body(
        [[1, 3]], [[1, 3, .int4(2), .raw([0, 1, 0, 0, 0, 0, 0, 0, 0, 7])]],
        [[1, 3, "HARD", .int4(1)], [1, 3, nil, .int4(1)], [2, 3, "SOFT", .int4(7)]])
        == #"{"data":{"shelf":{"stock":{"byBinding":[{"binding":"HARD","count":1},{"binding":null,"count":1}],"#
        + #""count":2,"meanPrice":7}}}}"#)
  }
}

struct NodeTests {
  @Test(
    "Only the types are looked among that fragments name",
    arguments: [
      (#"{ node(id: "x") { ... on Book { title } } }"#, ["node Book"]),
      (#"{ node(id: "x") { id __typename ... on Book { title } } }"#, ["node Book"]),
      (#"{ node(id: "x") { ... on Book { title } ... on Shelf { name } } }"#, ["node Shelf", "node Book"]),
      (#"{ node(id: "x") { ...F } } fragment F on Node { ...G } fragment G on Loan { id }"#, ["node Loan"]),
      (#"{ node(id: "x") { id } }"#, ["node Shelf", "node Book", "node Loan"]),
      (#"{ nodes(ids: ["x"]) { ... on Node { id } } }"#, ["nodes Shelf", "nodes Book", "nodes Loan"]),
    ])
  func types(query: String, levels: [String]) throws {
    #expect(try LibraryRequest(query).plan.outline == levels)
  }

  @Test func `Visibility and scope hold for what is found by an id`() throws {
    let request = try LibraryRequest(#"{ nodes(ids: ["x"]) { ... on Loan { id } } }"#, as: .reader)
    #expect(
      try request.texts == [
        "SELECT loans_0.library_id, loans_0.id FROM loans loans_0 WHERE loans_0.library_id = $1 AND loans_0.person_id = $2 "
          + "AND loans_0.id = ANY ($3)"
      ])
  }

  @Test func `Objects stand where their ids do, and nothing where there is none`() throws {
    let id = { (number: UInt64) in "\"\(UUIDValue.key(number))\"" }
    let request = try LibraryRequest(
      "{ nodes(ids: [\(id(7)), \"x\", \(id(8)), \(id(9)), \(id(7))]) { ... on Book { title } ... on Shelf { name } } }")
    #expect(try request.statements()[0].binds.last == .uuidArray([7, 8, 9, 7].map { .key($0) }))
    #expect(
      try request.body([[1, 8, "Novels"]], [[1, 7, "Emma"], [2, 9, "Foreign"]])
        == #"{"data":{"nodes":[{"title":"Emma"},null,{"name":"Novels"},null,{"title":"Emma"}]}}"#)
  }

  @Test func `Lists below many objects are multiplied by their number`() throws {
    let ids = (0..<200 as Range<UInt64>).map { "\"\(UUIDValue.key($0))\"" }.joined(separator: " ")
    let request = try LibraryRequest("{ nodes(ids: [\(ids)]) { ... on Book { loans(first: 4) { id } } } }")
    let check = { (rows: Int) in refusal { _ = try request.plan.checkedCost(request.variables, limits: RequestLimits(rows: rows)) } }
    #expect(check(800) == nil)
    #expect(check(799)?.code == .limitExceeded)
    #expect(refusal { _ = try LibraryRequest("{ nodes(ids: [\(ids) 7]) { id } }").statements() }?.message
      == "Argument \"ids\" must have at most 200 ids, got 201.")
  }
}
