import GraphQL
import Testing

@Suite("Texts that are long runs of combining marks are compared byte by byte")
struct CombiningMarksTests {
  private let marks = CombiningMarks.text
  private let reordered = CombiningMarks.reordered

  private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

  @Test("as members of a JSON object", arguments: [0, 20])
  func members(further: Int) throws {
    let rest = (0..<further).map { #""extra\#($0)": 0, "# }.joined()
    let body = try measured {
      try json("{\(rest)\"\(marks)\": 1, \"\(reordered)\": 2, \"query\": \"{ a }\"}")
    }
    measured {
      #expect(body["query"] == .string("{ a }"))
      #expect(body["operationName"] == nil)
      #expect(body[marks] == .number("1"))
      #expect(body[reordered] == .number("2"))
    }
    let error = #expect(throws: JSONError.self) {
      try measured { try json("{\(rest)\"\(marks)\": 1, \"\(marks)\": 2}") }
    }
    #expect((error?.message.utf8.count ?? 0) < 1_000)
  }

  @Test("as JSON strings")
  func values() throws {
    let (one, other) = (try json("[\"\(marks)\"]"), try json("[\"\(reordered)\"]"))
    measured {
      #expect(one == one)
      #expect(one != other)
      #expect(Set([one, other, one]).count == 2)
      let inputs = [InputValue.string(marks), .string(reordered), .scalar(marks), .scalar(reordered)]
      #expect(Set(inputs + inputs).count == 4)
    }
  }

  @Test("as the name of an operation")
  func operationName() {
    let error = measured {
      #expect(throws: GraphQLError.self) {
        try operation("query A { dog { name } } query B { dog { name } }", named: marks)
      }
    }
    #expect(error?.code == .operationResolutionFailure)
  }

  @Test("as names of variables")
  func variableNames() throws {
    let operation = try operation("query ($v: Int) { arguments(int: $v) }")
    let values = try measured {
      try variables("{\"\(marks)\": 1, \"\(reordered)\": 2, \"v\": 3}", for: operation)
    }
    #expect(values["v"] == .int(3))
  }

  @Test(
    "as values of variables that accept any text",
    arguments: [("String", "string"), ("ID", "id"), ("Date", "date")])
  func variableValues(type: String, argument: String) throws {
    let operation = try operation("query ($v: \(type)) { arguments(\(argument): $v) }")
    let (one, other) = try measured {
      (
        try variables("{\"v\": \"\(marks)\"}", for: operation),
        try variables("{\"v\": \"\(reordered)\"}", for: operation)
      )
    }
    measured {
      #expect(one["v"] == (type == "String" ? .string(marks) : .scalar(marks)))
      #expect(Set([one, other, one]).count == 2)
    }
  }

  @Test(
    "as values of variables that accept names only",
    arguments: [
      ("Command", "command", "\"…\""), ("Int", "int", "\"…\""), ("Float", "float", "\"…\""),
      ("Boolean", "boolean", "\"…\""), ("Filter", "filter", "\"…\""),
      ("Filter", "filter", #"{"required": true, "…": 1}"#),
      ("Filter", "filter", #"{"required": true, "choice": {"…": "…"}}"#),
      ("Choice", "choice", #"{"id": 1, "…": null}"#),
    ])
  func refusedVariableValues(type: String, argument: String, value: String) throws {
    let operation = try operation("query ($v: \(type)) { arguments(\(argument): $v) }")
    let parts = value.split(separator: "…", omittingEmptySubsequences: false)
    let body = "{\"v\": \(parts.joined(separator: marks))}"
    let failure = measured { #expect(throws: CoercionErrors.self) { try variables(body, for: operation) } }
    for error in try #require(failure).errors {
      #expect(error.code == .badUserInput)
      #expect(error.message.utf8.count < 3_000)
    }
  }

  @Test("as literals that accept names only", arguments: ["command", "int", "filter", "choice"])
  func refusedLiterals(argument: String) throws {
    let errors = try measured { try validate("{ arguments(\(argument): \"\(marks)\") }") }
    #expect(errors.count == 1)
  }

  @Test("as arguments of fields that are to be merged")
  func mergedFields() throws {
    func field(_ text: String) -> String {
      "arguments(string: \"\(text)\", filter: {required: true, name: \"\(text)\"})"
    }
    #expect(try measured { try validate("{ \(field(marks)) \(field(marks)) \(field(marks)) }") } == [])
    let message = "Fields \"arguments\" conflict because they have differing arguments. "
      + "Use different aliases on the fields to fetch both if this was intentional."
    let errors = try measured { try validate("{ \(field(marks)) \(field(reordered)) }") }
    #expect(errors == ["1:3 1:\(field(marks).unicodeScalars.count + 4) \(message)"])
  }

  @Test("in comments and descriptions")
  func ignored() throws {
    let text = "# \(marks)\n\"\(marks)\" query A { dog { name } } # \(reordered)"
    let other = "# \(marks)\n\"\(reordered)\" query A { dog { name } } # \(reordered)"
    let documents = try measured {
      #expect(try validate(text) == [])
      return [try Document(parsing: Source(text)), try Document(parsing: Source(other))]
    }
    #expect(measured { Set(documents + documents).count } == 2)
  }

  @Test("so that two spellings of a letter are two texts")
  func normalForms() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let arguments = [composed, decomposed].map { "string: \"\($0)\"" }
    let filters = [composed, decomposed].map { "filter: {required: true, name: \"\($0)\"}" }
    for (one, other) in [(arguments[0], arguments[1]), (filters[0], filters[1])] {
      #expect(try validate("{ arguments(\(one)) arguments(\(one)) }") == [])
      #expect(try validate("{ arguments(\(one)) arguments(\(other)) }").count == 1)
    }
    let body = try json("{\"\(composed)\": 1}")
    #expect(body[composed] == .number("1"))
    #expect(body[decomposed] == nil)
    #expect(JSONValue.string(composed) != .string(decomposed))
    #expect(InputValue.string(composed) != .string(decomposed))
    #expect(InputValue.scalar(composed) != .scalar(decomposed))
  }
}
