import GraphQL
import Testing

@Suite("The validator")
struct ValidatorTests {
  @Test("names nothing of the schema when suggestions are off")
  func suggestionsOff() throws {
    let text = "{ dog { barkVolum isAtLocation(X: 1) } pet { meows } cat "
      + "arguments(command: SITT, filter: {ages: 1}) ... on Dogg { name } }"
    let errors = try validate(text, suggestions: false)
    #expect(errors.count == 8)
    #expect(!errors.contains { $0.contains("Did you mean") })
    let suggested = try validate(text).filter { $0.contains("Did you mean") }
    // All but the required field that is missing.
    #expect(suggested.count == 7)
  }

  @Test(
    "refuses whatever asks for the schema when introspection is off",
    arguments: [
      ("{ __schema { queryType { name } } }", ["1:3 __schema", "1:14 queryType"]),
      ("{ __type(name: \"Dog\") { name kind } }", ["1:3 __type", "1:30 kind"]),
      ("{ t: __type(name: \"Dog\") { fields { type { name } } } }", ["1:3 __type", "1:28 fields", "1:37 type"]),
      ("{ ...S } fragment S on Query { __schema { description } }", ["1:32 __schema"]),
    ])
  func introspectionOff(text: String, fields: [String]) throws {
    let expected = fields.map { field in
      let parts = field.split(separator: " ")
      return "\(parts[0]) GraphQL introspection has been disabled, but the requested query contained the field "
        + "\"\(parts[1])\"."
    }
    #expect(try validate(text, introspection: false) == expected)
    #expect(try validate(text) == [])
  }

  @Test("leaves __typename alone when introspection is off")
  func typenameStays() throws {
    #expect(try validate("{ __typename dog { __typename name } }", introspection: false) == [])
  }

  @Test("stops after the wanted number of errors")
  func maxErrors() throws {
    let errors = try validate("{ a b c d e }", maxErrors: 3)
    #expect(errors.count == 4)
    #expect(errors.last == "Too many validation errors, error limit reached. Validation aborted.")
  }

  @Test("gives the code of validation errors")
  func code() throws {
    let source = Source("{ nothing }")
    let errors = Validator(schema: PetSchema.schema).validate(try Document(parsing: source), source: source)
    #expect(errors.map(\.code) == [.validationFailed])
  }

  @Test("finds a document valid whose fragments double each other a hundred times")
  func exponentialFragments() throws {
    let levels = 100
    var text = "{ dog { ...F0 } }"
    for level in 0..<levels {
      text += " fragment F\(level) on Dog { a: pals { ...F\(level + 1) } b: pals { ...F\(level + 1) } }"
    }
    text += " fragment F\(levels) on Dog { name }"
    #expect(try validate(text) == [])
  }

  @Test("finds the conflict among many response keys, wherever they stand", arguments: [2, 15, 16, 17, 18, 40])
  func manyKeys(count: Int) throws {
    let fields = (0..<count).map { "a\($0): name" }.joined(separator: " ")
    let last = "a\(count - 1)"
    // In the same selection set, and in a fragment on another.
    for (text, key) in [
      ("{ dog { \(fields) a0: nickname } }", "a0"), ("{ dog { \(fields) \(last): nickname } }", last),
      ("{ dog { \(last): nickname ...F } } fragment F on Dog { \(fields) }", last),
      ("{ dog { ...F \(fields) } } fragment F on Dog { \(last): nickname }", last),
    ] {
      let errors = try validate(text)
      #expect(errors.count == 1)
      #expect(errors.first?.contains("Fields \"\(key)\" conflict because \"") == true)
    }
    #expect(try validate("{ dog { \(fields) ...F } } fragment F on Dog { \(fields) }") == [])
  }

  @Test("finds a field valid that is repeated thousands of times")
  func repeatedFields() throws {
    let text = "{ " + String(repeating: "dog { name } ", count: 2_000) + "}"
    #expect(try validate(text) == [])
  }

  @Test("refuses fragments nested too deep")
  func fragmentNesting() throws {
    var text = "{ ...F0 }"
    for level in 0..<200 { text += " fragment F\(level) on Query { ...F\(level + 1) }" }
    text += " fragment F200 on Query { arguments }"
    let source = Source(text)
    let errors = Validator(schema: PetSchema.schema).validate(try Document(parsing: source), source: source)
    #expect(errors.map(\.code) == [.limitExceeded])
    #expect(errors.first?.extensions.first?.value == .string("fragmentNesting"))
  }

  @Test("refuses fields that fragments nest too deep to be compared")
  func fieldNesting() throws {
    let around = String(repeating: "pals { ", count: 5)
    var text = "{ dog { ...F0 ...G0 } }"
    for (name, level) in ["F", "G"].flatMap({ name in (0..<21).map { (name, $0) } }) {
      text += " fragment \(name)\(level) on Dog { \(around) ...\(name)\(level + 1) } } } } } }"
    }
    text += " fragment F21 on Dog { name } fragment G21 on Dog { name }"
    let source = Source(text)
    let errors = Validator(schema: PetSchema.schema).validate(try Document(parsing: source), source: source)
    #expect(errors.map(\.code) == [.limitExceeded])
    #expect(errors.first?.extensions.first?.value == .string("fieldNesting"))
  }

  @Test("cuts messages that quote a name as long as the document")
  func longNames() throws {
    let name = String(repeating: "a", count: 100_000)
    let errors = try validate("{ \(name) ...\(name) }")
    #expect(errors.count == 2)
    #expect(errors.allSatisfy { $0.utf8.count < 4_100 && $0.hasSuffix("aaa…") })
    let error = #expect(throws: GraphQLError.self) { try Document(parsing: Source("{ a } \(name)")) }
    #expect(error?.message == "Syntax Error: Unexpected Name \"\(name.prefix(500))…\".")
  }

  @Test("refuses a document with more fields to compare than it may take")
  func comparisons() throws {
    let fields = (0..<1_000).map { "dog { a\($0): name }" }
    let source = Source("{ \(fields.joined(separator: " ")) }")
    let errors = Validator(schema: PetSchema.schema).validate(try Document(parsing: source), source: source)
    #expect(errors.map(\.code) == [.limitExceeded])
    #expect(errors.first?.extensions.first?.value == .string("validationSteps"))
  }

  @Test("finds circles of fragments, however they are entered")
  func cycles() throws {
    let names = (0..<30).map { "F\($0)" }
    let spreads = names.map { "...\($0)" }.joined(separator: " ")
    let text = "{ ...F0 } " + names.map { "fragment \($0) on Query { \(spreads) }" }.joined(separator: " ")
    let errors = try validate(text)
    #expect(errors.count == 101)
    #expect(errors.first == "1:34 Cannot spread fragment \"F0\" within itself.")
  }
}
