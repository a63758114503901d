import GraphQL
import SQL
import Testing

@testable import Planning

struct PlanShapeTests {
  private func shape(_ variables: String) throws -> PlanShape {
    let request = try LibraryRequest(
      """
      query($with: Boolean!, $without: Boolean = false, $to: ID, $first: Int! = 5, $id: ID!) {
        book(id: $id) {
          isLent(to: $to)
          title @include(if: $with)
          ...Rest @skip(if: $without)
        }
      }
      fragment Rest on Book { loans(first: $first) { id } }
      """, variables: variables)
    return PlanShape(of: request.variables, by: ShapeVariables(of: request.operation, in: try .library()))
  }

  @Test(
    "Requests whose fields and arguments are the same have one shape",
    arguments: [
      (#"{"with": true, "id": "a"}"#, #"{"with": true, "id": "b"}"#),
      (#"{"with": true, "id": "a"}"#, #"{"with": true, "id": "a", "without": false}"#),
      (#"{"with": true, "id": "a"}"#, #"{"with": true, "id": "a", "first": 7}"#),
      (#"{"with": true, "id": "a", "to": "x"}"#, #"{"with": true, "id": "a", "to": "y"}"#),
      (#"{"with": true, "id": "a"}"#, #"{"with": true, "id": "a", "unknown": 1}"#),
    ])
  func equal(one: String, other: String) throws {
    #expect(try shape(one) == shape(other))
  }

  @Test(
    "Requests that differ in their fields, or in what is null or absent, have two",
    arguments: [
      (#"{"with": true, "id": "a"}"#, #"{"with": false, "id": "a"}"#),
      (#"{"with": true, "id": "a"}"#, #"{"with": true, "id": "a", "without": true}"#),
      (#"{"with": true, "id": "a"}"#, #"{"with": true, "id": "a", "to": null}"#),
      (#"{"with": true, "id": "a"}"#, #"{"with": true, "id": "a", "to": "x"}"#),
      (#"{"with": true, "id": "a", "to": null}"#, #"{"with": true, "id": "a", "to": "x"}"#),
    ])
  func different(one: String, other: String) throws {
    #expect(try shape(one) != shape(other))
  }

  @Test func `Requests of one shape have one plan`() throws {
    let query = "query($a: Boolean!) { library { id @include(if: $a) name @skip(if: $a) } }"
    let with = try LibraryRequest(query, variables: #"{"a": true}"#)
    let without = try LibraryRequest(query, variables: #"{"a": false}"#)
    #expect(try with.texts != without.texts)
    #expect(try with.body([[1]]) == #"{"data":{"library":{"id":"00000000-0000-0000-0000-000000000001"}}}"#)
    #expect(try without.body([[1, "Main"]]) == #"{"data":{"library":{"name":"Main"}}}"#)
  }

  @Test func `An operation without variables has the one shape`() throws {
    let request = try LibraryRequest("{ library { name } }")
    let shaping = ShapeVariables(of: request.operation, in: try .library())
    #expect(PlanShape(of: request.variables, by: shaping) == PlanShape(of: VariableValues(), by: shaping))
  }

  /// The shape of a request that filters and orders by variables.
  private func listShape(_ variables: String) throws -> PlanShape {
    let request = try LibraryRequest(
      """
      query($where: BookFilter, $orderBy: [BookOrder!], $title: StringFilter, $titles: [String!], $direction: OrderDirection) {
        library {
          shelves {
            books(where: $where, orderBy: $orderBy) { id }
            others: books(where: {title: $title}, orderBy: [{field: PAGES, direction: $direction}]) { id }
            more: books(where: {title: {in: $titles}}) { id }
          }
        }
      }
      """, variables: variables)
    return PlanShape(of: request.variables, by: ShapeVariables(of: request.operation, in: try .library()))
  }

  @Test(
    "Filters that differ in their values have one shape",
    arguments: [
      (#"{"where": {"title": {"eq": "a"}}}"#, #"{"where": {"title": {"eq": "b"}}}"#),
      (#"{"where": {"title": {"in": []}}}"#, #"{"where": {"title": {"in": ["a", "b"]}}}"#),
      (#"{"titles": ["a"]}"#, #"{"titles": ["b", "c"]}"#),
      (#"{"title": {"contains": "a"}}"#, #"{"title": {"contains": "b"}}"#),
      (#"{"where": {"binding": {"eq": "HARD"}}}"#, #"{"where": {"binding": {"eq": "SOFT"}}}"#),
      (#"{"where": {"title": {"isNull": true}}}"#, #"{"where": {"title": {"isNull": false}}}"#),
      (
        #"{"where": {"title": {"eq": "a"}, "pages": {"gt": 1}}}"#,
        #"{"where": {"pages": {"gt": 2}, "title": {"eq": "b"}}}"#
      ),
    ])
  func equalFilters(one: String, other: String) throws {
    #expect(try listShape(one) == listShape(other))
  }

  @Test(
    "Filters and orders that differ in their text have two",
    arguments: [
      (#"{"where": {"title": {"eq": "a"}}}"#, #"{"where": {"title": {"ne": "a"}}}"#),
      (#"{"where": {"title": {"eq": "a"}}}"#, #"{"where": {"title": {"eq": null}}}"#),
      (#"{"where": {"title": {"eq": "a"}}}"#, #"{"where": {}}"#),
      (#"{"where": {}}"#, "{}"),
      (#"{"where": {"and": [{}]}}"#, #"{"where": {"and": [{}, {}]}}"#),
      (
        #"{"where": {"or": [{"title": {"eq": "a"}}, {}]}}"#, #"{"where": {"or": [{}, {"title": {"eq": "a"}}]}}"#
      ),
      (#"{"title": {"contains": "a"}}"#, #"{"title": {"startsWith": "a"}}"#),
      (#"{"orderBy": [{"field": "PAGES"}]}"#, #"{"orderBy": [{"field": "TITLE"}]}"#),
      (#"{"orderBy": [{"field": "PAGES"}]}"#, #"{"orderBy": [{"field": "PAGES", "direction": "DESC"}]}"#),
      (#"{"orderBy": [{"field": "PAGES"}]}"#, #"{"orderBy": [{"field": "PAGES", "nulls": "FIRST"}]}"#),
      (
        #"{"orderBy": [{"field": "PAGES"}, {"field": "TITLE"}]}"#,
        #"{"orderBy": [{"field": "TITLE"}, {"field": "PAGES"}]}"#
      ),
      (#"{"direction": "ASC"}"#, #"{"direction": "DESC"}"#),
    ])
  func differentFilters(one: String, other: String) throws {
    #expect(try listShape(one) != listShape(other))
  }

  @Test func `An enum that an argument or a filter only compares with shapes nothing`() throws {
    let request = try LibraryRequest(
      "query($a: Binding) { library { shelves { books(where: {binding: {eq: $a}}) { id } } } }",
      variables: #"{"a": "HARD"}"#)
    #expect(try request.statements().last?.binds.contains(.text("HARD")) == true)
    #expect(try request.texts.last?.contains("HARD") == false)
  }
}
