import GraphQL

extension FuzzTarget {
  /// The lexer, the parser and the printer: `parse(print(parse(x))) == parse(x)`.
  package static let language = FuzzTarget(
    "language", corpus: Corpus.documents + Corpus.values + Corpus.types + Corpus.typeSystem,
    words: Corpus.languageWords
  ) { (input) throws(Broken) in
    try checkTokens(of: input)
    let source = Source(input)
    var verdict = Verdict.refused
    if let document = try parsed(source, { (source) throws(GraphQLError) in try Document(parsing: source) }) {
      verdict = .accepted
      let printed = document.printed
      let again = try reparsed(printed) { (source) throws(GraphQLError) in
        try Document(parsing: source, limits: .trusted)
      }
      try Broken.unless(again == document, "Printed, the document is another one: \(printed)")
      try Broken.unless(again.printed == printed, "Printing it again gives another text: \(printed)")
    }
    if let value = try parsed(source, { (source) throws(GraphQLError) in try Value(parsing: source) }) {
      verdict = .accepted
      let again = try reparsed(value.printed) { (source) throws(GraphQLError) in
        try Value(parsing: source, limits: .trusted)
      }
      try Broken.unless(again == value, "Printed, the value is another one: \(value.printed)")
    }
    if let type = try parsed(source, { (source) throws(GraphQLError) in try TypeNode(parsing: source) }) {
      verdict = .accepted
      let again = try reparsed(type.printed) { (source) throws(GraphQLError) in
        try TypeNode(parsing: source, limits: .trusted)
      }
      try Broken.unless(again.printed == type.printed, "Printed, the type is another one: \(type.printed)")
    }
    return verdict
  }
}

/// - Returns: nil for an error that is as errors of the parser are.
private func parsed<Node>(
  _ source: Source, _ parse: (Source) throws(GraphQLError) -> Node
) throws(Broken) -> Node? {
  do throws(GraphQLError) {
    return try parse(source)
  } catch {
    try Broken.unless(
      error.code == .limitExceeded || error.code == .parseFailed && error.message.hasPrefix("Syntax Error: "),
      "The error is none of the parser: \(error)")
    try Broken.unless(error.locations.count == 1, "The error has \(error.locations.count) locations.")
    let lines = 1 + source.bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    for location in error.locations {
      try Broken.unless(
        1...lines ~= location.line && 1...source.bytes.count + 1 ~= location.column,
        "The location \(location) is outside of the text.")
    }
    return nil
  }
}

private func reparsed<Node>(
  _ text: String, _ parse: (Source) throws(GraphQLError) -> Node
) throws(Broken) -> Node {
  do throws(GraphQLError) {
    return try parse(Source(text))
  } catch {
    throw Broken("What was printed cannot be parsed, \(error.message): \(text)")
  }
}

/// The tokens stand one after the other, and between them is what section 2.1 of the specification ignores
/// and nothing else.
private func checkTokens(of input: [UInt8]) throws(Broken) {
  try input.withUnsafeBufferPointer { (text) throws(Broken) in
    var lexer = Lexer(text)
    var end = 0
    repeat {
      do throws(SyntaxError) {
        try lexer.advance()
      } catch {
        try Broken.unless(end...text.count ~= error.offset, "An error at \(error.offset), after a token to \(end).")
        return
      }
      let token = lexer.token
      try Broken.unless(
        end <= token.start && token.start <= token.end && token.end <= text.count,
        "A token at \(token.start)..<\(token.end), after one that ends at \(end).")
      try Broken.unless(token.kind == .endOfFile || token.start < token.end, "A token of no bytes at \(token.start).")
      try Broken.unless(isIgnored(text[end..<token.start]), "A token is missing at \(end)..<\(token.start).")
      end = token.end
    } while lexer.token.kind != .endOfFile
    try Broken.unless(end == text.count, "The last token ends at \(end) of \(text.count).")
  }
}

private func isIgnored(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
  var rest = bytes
  while let byte = rest.first {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      rest = rest.dropFirst()
    case UInt8(ascii: "#"):
      rest = rest.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    case 0xEF where rest.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF]):
      rest = rest.dropFirst(3)
    default:
      return false
    }
  }
  return true
}
