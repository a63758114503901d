import Testing

@testable import Planning

struct ResponseOrderTests {
  @Test func `Fields stand in the order of the request, whatever the order of the columns`() throws {
    let request = try LibraryRequest(
      "{ library { shelves { label id books { title id } name } name id } __typename }")
    #expect(
      try request.body(
        [[1, "Main"]], [[1, "Maps", 20]], [[1, 20, "Atlas", 30]])
        == #"{"data":{"library":{"shelves":[{"label":"Maps","id":"00000000-0000-0000-0000-000000000014","#
        + #""books":[{"title":"Atlas","id":"00000000-0000-0000-0000-00000000001e"}],"name":"Maps"}],"#
        + #""name":"Main","id":"00000000-0000-0000-0000-000000000001"},"__typename":"Query"}}"#)
  }

  @Test func `Fragments bring their fields where they are spread`() throws {
    let request = try LibraryRequest(
      """
      { library { ...Names shelves { ... { label } name } } }
      fragment Names on Library { b: name ... on Library { a: name } }
      """)
    #expect(
      try request.body([[1, "Main"]], [[1, "Maps"]])
        == #"{"data":{"library":{"b":"Main","a":"Main","shelves":[{"label":"Maps","name":"Maps"}]}}}"#)
  }

  @Test func `Objects of an interface have the fields of their type`() throws {
    let request = try LibraryRequest(
      """
      { library { people {
        ... on Child { guardian { name } }
        __typename
        name
        ... on Adult { loans { __typename } }
      } } }
      """)
    // The concrete types are planned by the values of the discriminator: A, then C.
    #expect(request.plan.outline.dropFirst(2) == ["library.people.loans Loan", "library.people.guardian Adult"])
    #expect(
      try request.body(
        [[1]], [[1, "C", "Ada", 7, nil], [1, "A", "Ben", 8, nil], [1, "C", "Cleo", 9, 8]],
        [[1, 8], [1, 7]], [[1, 8, "Ben"]])
        == #"{"data":{"library":{"people":[{"guardian":null,"__typename":"Child","name":"Ada"},"#
        + #"{"__typename":"Adult","name":"Ben","loans":[{"__typename":"Loan"}]},"#
        + #"{"guardian":{"name":"Ben"},"__typename":"Child","name":"Cleo"}]}}}"#)
  }

  @Test func `Introspection stands beside data`() throws {
    let request = try LibraryRequest(
      #"{ a: __type(name: "Binding") { enumValues { name } } library { name } __schema { queryType { name } } }"#)
    #expect(
      try request.body([[1, "Main"]])
        == #"{"data":{"a":{"enumValues":[{"name":"HARD"},{"name":"SOFT"}]},"library":{"name":"Main"},"#
        + #""__schema":{"queryType":{"name":"Query"}}}}"#)
  }

  @Test func `Introspection has the request's variables and fragments`() throws {
    let request = try LibraryRequest(
      "query($n: String!) { __type(name: $n) { ...N } } fragment N on __Type { kind name }",
      variables: #"{"n": "Person"}"#)
    #expect(try request.body() == #"{"data":{"__type":{"kind":"INTERFACE","name":"Person"}}}"#)
  }

  @Test func `Text is escaped`() throws {
    let request = try LibraryRequest("{ library { name } }")
    #expect(try request.body([[1, "\"\\\n\u{1}é"]]) == #"{"data":{"library":{"name":"\"\\\n\u0001é"}}}"#)
  }
}
