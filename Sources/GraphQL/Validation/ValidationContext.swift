/// The state that the rules share while one document is validated: the document's parts, the types at the place of
/// the walk, and the errors found.
final class ValidationContext {
  let schema: Schema
  let document: Document
  let source: Source
  /// Whether messages say which names were meant.
  let suggests: Bool
  /// Nil if messages give none.
  let advice: Advice?
  let operations: [OperationDefinition]
  /// The fragments by name. The last of several with the same name counts.
  let fragments: [String: FragmentDefinition]
  let fragmentGraph: FragmentGraph

  // The types at the place of the walk. Nil where the document does not make sense.

  /// The fields that the current selection set may select.
  var selectable: SelectableFields?
  /// The composite type that the current selection set selects on.
  var parentType: String? { selectable?.typeName }
  /// The type of the current field; in a fragment or operation outside of fields, the type it is on.
  var type: TypeReference?
  /// The current field as the parent type defines it, meta-fields included.
  var field: FieldType?

  /// In the order they were found.
  private var found: [GraphQLError] = []
  private var foundLater: [(slot: ErrorSlot, error: GraphQLError)] = []
  private var slotCount = 0
  /// Set when there were too many errors or steps: nothing more is looked for.
  private(set) var isAborted = false

  private let maxErrors: Int
  private var locator: SourceLocator
  private var remainingSteps = ValidationContext.maxSteps
  private var usagesByOperation: [[VariableUsage]] = []
  private var usagesByFragment: [String: [VariableUsage]] = [:]

  /// How many steps all searches that are not linear may take together. Documents that people and tools
  /// write take some thousands.
  static let maxSteps = 250_000
  /// How many fragments may be inside each other.
  static let maxFragmentNesting = 128
  /// How many fields may be inside each other, through fragments, where they are compared. It bounds the stack
  /// that this needs: a document's own nesting is bounded by the parser, but fragments multiply it.
  static let maxFieldNesting = 100
  /// How many places an error names.
  static let maxLocations = 16
  /// In bytes. Names may be as long as the document, and a hundred errors may quote the same one.
  static let maxMessageLength = 4_000

  init(schema: Schema, document: Document, source: Source, maxErrors: Int, suggests: Bool, advises: Bool) {
    self.schema = schema
    self.document = document
    self.source = source
    locator = SourceLocator(source)
    self.maxErrors = maxErrors
    self.suggests = suggests
    advice = advises ? Advice(schema: schema, notation: .graphQL) : nil
    var operations: [OperationDefinition] = []
    var fragments: [String: FragmentDefinition] = [:]
    for definition in document.definitions {
      switch definition {
      case .operation(let operation): operations.append(operation)
      case .fragment(let fragment):
        fragments[fragment.name.value] = fragment
      case .schema, .type, .directive: break
      }
    }
    self.operations = operations
    self.fragments = fragments
    fragmentGraph = FragmentGraph(fragments)
  }
}

extension ValidationContext {
  func report(_ message: String, at positions: [SourcePosition]) {
    if let error = error(message, at: positions) { found.append(error) }
  }

  /// Reports an error among those that were found when the slot was reserved.
  func report(_ message: String, at positions: [SourcePosition], in slot: ErrorSlot) {
    if let error = error(message, at: positions) { foundLater.append((slot, error)) }
  }

  /// For what a rule knows only at the end of the document, but reports where its operation stands.
  func reserveSlot() -> ErrorSlot {
    slotCount += 1
    return ErrorSlot(index: found.count, order: slotCount)
  }

  /// All errors, those with a slot at it.
  var errors: [GraphQLError] {
    if foundLater.isEmpty { return found }
    // Stable: a slot may hold several.
    let later = foundLater.enumerated().sorted { one, other in
      one.element.slot == other.element.slot
        ? one.offset < other.offset : one.element.slot < other.element.slot
    }
    .map(\.element)[...]
    var (errors, rest): ([GraphQLError], ArraySlice) = ([], later)
    for index in 0...found.count {
      while let next = rest.first, next.slot.index == index { errors.append(rest.removeFirst().error) }
      if index < found.count { errors.append(found[index]) }
    }
    return errors
  }

  /// - Returns: nil when there are too many.
  private func error(_ message: String, at positions: [SourcePosition]) -> GraphQLError? {
    if isAborted { return nil }
    if found.count + foundLater.count >= maxErrors {
      isAborted = true
      found.append(
        GraphQLError(
          "Too many validation errors, error limit reached. Validation aborted.", code: .validationFailed))
      return nil
    }
    let locations = positions.prefix(ValidationContext.maxLocations).map { locator.location(at: $0) }
    return GraphQLError(
      message.cut(to: ValidationContext.maxMessageLength), code: .validationFailed, locations: locations)
  }

  func report(_ message: String, at position: SourcePosition) { report(message, at: [position]) }

  /// ` Did you mean …?`, if messages may say so.
  func suggestion(for input: String, in options: @autoclosure () -> [String]) -> String {
    suggests && !isAborted ? didYouMean(similar(to: input, in: options())) : ""
  }

  /// Counts a step of a search that is not linear in the length of the document.
  ///
  /// - Returns: Whether the search may go on.
  func takeStep(_ count: Int = 1) -> Bool {
    if isAborted { return false }
    remainingSteps -= count
    if remainingSteps >= 0 { return true }
    exceed("validationSteps", ValidationContext.maxSteps, "The document is too complex to be validated.")
    return false
  }

  /// Searches through fragments may call themselves as deep as fragments are nested, so this comes first.
  ///
  /// - Returns: Whether validation may go on.
  func checkFragmentNesting() -> Bool {
    let limit = ValidationContext.maxFragmentNesting
    if fragmentGraph.nesting <= limit { return true }
    exceed("fragmentNesting", limit, "Fragments may not be nested more than \(limit) levels deep.")
    return false
  }

  /// - Returns: Whether validation may go on.
  func checkFieldNesting(_ nesting: Int) -> Bool {
    if nesting <= ValidationContext.maxFieldNesting { return true }
    if !isAborted {
      exceed(
        "fieldNesting", ValidationContext.maxFieldNesting,
        "Fields may not be nested more than \(ValidationContext.maxFieldNesting) levels deep.")
    }
    return false
  }

  func exceed(_ limit: String, _ value: Int, _ message: String) {
    isAborted = true
    found.append(.limitExceeded(message, limit: limit, maximum: value))
  }
}

// MARK: Variables

extension ValidationContext {
  func beginOperation() { usagesByOperation.append([]) }

  /// - Parameter fragment: The fragment that the variable is used in; nil for the current operation.
  func record(_ usages: [VariableUsage], in fragment: String?) {
    if let fragment {
      usagesByFragment[fragment, default: []] += usages
    } else {
      usagesByOperation[usagesByOperation.count - 1] += usages
    }
  }

  /// The variables that an operation and the fragments it leads to use.
  ///
  /// - Parameter index: The index of the operation in `operations`.
  func variableUsages(inOperation index: Int) -> [VariableUsage] {
    var usages = usagesByOperation[index]
    if usagesByFragment.isEmpty { return usages }
    for name in fragmentGraph.referenced(by: operations[index].selectionSet.spreads) {
      let further = usagesByFragment[name] ?? []
      guard takeStep(1 + further.count) else { break }
      usages += further
    }
    return usages
  }
}

/// A place among the errors of a document.
struct ErrorSlot: Comparable {
  /// How many errors stand before it.
  var index: Int
  /// The order of reservation, which breaks ties between two with the same index.
  var order: Int

  static func < (one: ErrorSlot, other: ErrorSlot) -> Bool { (one.index, one.order) < (other.index, other.order) }
}
