import GraphQL
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
    return PlanShape(of: request.variables, in: request.operation, conditions: Set(request.operation.shapeVariables))
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
    #expect(
      PlanShape(of: request.variables, in: request.operation, conditions: Set(request.operation.shapeVariables))
        == PlanShape(of: VariableValues(), in: request.operation, conditions: Set(request.operation.shapeVariables)))
  }
}
