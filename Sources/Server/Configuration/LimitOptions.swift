import ArgumentParser
import Gateway
import Planning

/// The largest sizes and costs of a request and of its answer. Rate limits have their own options.
struct LimitOptions: ParsableArguments {
  @Option(help: "The largest request body, in bytes.")
  var maxBodySize = 1 << 20

  @Option(help: "How many tokens a document may have.")
  var maxTokens = DocumentLimits().tokens

  @Option(help: "How many selection sets of an operation may be inside each other.")
  var maxDepth = DocumentLimits().depth

  @Option(help: "How many fields an operation may have, with its fragments expanded.")
  var maxFields = DocumentLimits().fields

  @Option(help: "How many fragments an operation may expand, each counted wherever it is.")
  var maxFragments = DocumentLimits().fragments

  @Option(help: "How many of the fields of an operation may have an alias.")
  var maxAliases = DocumentLimits().aliases

  @Option(help: "How many fields an operation may have on its first level.")
  var maxRootFields = DocumentLimits().rootFields

  @Option(help: "How many directives an operation may have.")
  var maxDirectives = DocumentLimits().directives

  @Option(help: "How many lists and objects may be inside each other in an argument or a variable.")
  var maxInputDepth = DocumentLimits().inputDepth

  @Option(help: "How many items a list in an argument or a variable may have.")
  var maxInputList = DocumentLimits().inputListSize

  @Option(help: "How many items a list or a page may ask for.")
  var maxPageSize = RequestLimits().pageSize

  @Option(help: "How many items a list may skip.")
  var maxOffset = RequestLimits().offset

  @Option(help: "How many rows all lists of an operation may have together.")
  var maxRows = RequestLimits().rows

  @Option(help: "The maximum cost of an operation, as extensions.cost of an answer counts it.")
  var maxCost = RequestLimits().cost

  @Option(help: "How many bytes the values of filters may have in all statements that repeat them.")
  var maxFilterSize = RequestLimits().bindBytes

  @Option(help: "The largest answer, in bytes before compression. PostgreSQL may send twice as much for it.")
  var maxResponseSize = RequestLimits().responseBytes

  @Option(
    help: """
      The largest answer without a session, in bytes before compression; the introspection queries that tools send are \
      exempt.
      """)
  var maxAnonymousResponseSize = RequestLimits().anonymousResponseBytes

  func validate() throws {
    let bounds: [(flag: String, value: Int, range: ClosedRange<Int>)] = [
      ("--max-body-size", maxBodySize, 1...64 << 20),
      ("--max-tokens", maxTokens, 1...1_000_000),
      // As deep as validation compares fields.
      ("--max-depth", maxDepth, 1...100),
      ("--max-fields", maxFields, 1...100_000),
      ("--max-fragments", maxFragments, 0...100_000),
      ("--max-aliases", maxAliases, 0...100_000),
      ("--max-root-fields", maxRootFields, 1...10_000),
      ("--max-directives", maxDirectives, 0...100_000),
      // A request's JSON nests 64 levels deep, two of which are its own.
      ("--max-input-depth", maxInputDepth, 1...62),
      ("--max-input-list", maxInputList, 1...1_000_000),
      // A list that does not say how many has up to 60 items.
      ("--max-page-size", maxPageSize, 60...1_000),
      ("--max-offset", maxOffset, 0...10_000_000),
      ("--max-rows", maxRows, 1...1_000_000),
      ("--max-cost", maxCost, 1...1_000_000_000),
      ("--max-filter-size", maxFilterSize, 1 << 10...1 << 30),
      ("--max-response-size", maxResponseSize, 1 << 10...512 << 20),
      ("--max-anonymous-response-size", maxAnonymousResponseSize, 1 << 10...512 << 20),
    ]
    for (flag, value, range) in bounds { try NumberRange(flag, range).check(value) }
  }

  var documents: DocumentLimits {
    var limits = DocumentLimits()
    limits.tokens = maxTokens
    limits.depth = maxDepth
    limits.fields = maxFields
    limits.fragments = maxFragments
    limits.aliases = maxAliases
    limits.rootFields = maxRootFields
    limits.directives = maxDirectives
    limits.inputDepth = maxInputDepth
    limits.inputListSize = maxInputList
    return limits
  }

  var requests: RequestLimits {
    RequestLimits(
      pageSize: maxPageSize, offset: maxOffset, rows: maxRows, cost: maxCost, bindBytes: maxFilterSize,
      responseBytes: maxResponseSize, anonymousResponseBytes: maxAnonymousResponseSize)
  }

  /// The memory that the answers of PostgreSQL to one request may take. Values come in about as many bytes as they are
  /// written in; with them come the keys that rows are joined by, and some kilobytes for each statement.
  var answerBytes: Int { 1 << 20 + 2 * maxResponseSize }
}
