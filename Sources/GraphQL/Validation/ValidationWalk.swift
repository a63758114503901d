/// One walk over a document that keeps track of types and calls the visitors of all rules.
struct ValidationWalk {
  private let context: ValidationContext
  private let visitors: [ValidationVisitor]
  // The closures for the nodes that are met often, gathered from all visitors.
  private let enterField: [(Field) -> Void]
  private let leaveField: [(Field) -> Void]
  private let enterSelectionSet: [(SelectionSet) -> Void]
  private let enterFieldArgument: [(Argument) -> Void]
  private let enterInput: [(Value, TypeReference?) -> Void]

  init(context: ValidationContext, visitors: [ValidationVisitor]) {
    self.context = context
    self.visitors = visitors
    enterField = visitors.compactMap(\.enterField)
    leaveField = visitors.compactMap(\.leaveField)
    enterSelectionSet = visitors.compactMap(\.enterSelectionSet)
    enterFieldArgument = visitors.compactMap(\.enterFieldArgument)
    enterInput = visitors.compactMap(\.enterInput)
  }

  func walk(_ document: Document) {
    for visitor in visitors { visitor.enterDocument?(document) }
    for definition in document.definitions {
      if context.isAborted { return }
      switch definition {
      case .operation(let operation): walk(operation)
      case .fragment(let fragment): walk(fragment)
      case .schema, .type, .directive: break
      }
    }
    for visitor in visitors { visitor.leaveDocument?(document) }
  }

  private func walk(_ operation: OperationDefinition) {
    context.beginOperation()
    for visitor in visitors { visitor.enterOperation?(operation) }
    for variable in operation.variables {
      for visitor in visitors { visitor.enterVariableDefinition?(variable) }
      enter(namedType: variable.type.name)
      if let defaultValue = variable.defaultValue {
        let type = TypeReference(variable.type)
        let expected = context.schema.isInput(type.namedType) ? type : nil
        for visit in enterInput { visit(defaultValue, expected) }
      }
      walk(variable.directives, on: .variableDefinition, in: nil)
    }
    let location: DirectiveLocation =
      switch operation.operation {
      case .query: .query
      case .mutation: .mutation
      case .subscription: .subscription
      }
    walk(operation.directives, on: location, in: nil)
    context.type = context.schema.rootType(of: operation.operation).map { .named($0) }
    walk(operation.selectionSet, in: nil)
    for visitor in visitors { visitor.leaveOperation?(operation) }
  }

  private func walk(_ fragment: FragmentDefinition) {
    let name = fragment.name.value
    context.type = .named(fragment.typeCondition.value)
    for visitor in visitors { visitor.enterFragment?(fragment) }
    enter(namedType: fragment.typeCondition)
    walk(fragment.directives, on: .fragmentDefinition, in: name)
    walk(fragment.selectionSet, in: name)
  }

  /// - Parameter fragment: The fragment definition that this is part of, if it is no operation.
  private func walk(_ set: SelectionSet, in fragment: String?) {
    if context.isAborted { return }
    let outerType = context.type
    // Exchanged, which counts no references.
    var selectable = outerType.flatMap { context.schema.selectableFields(of: $0.namedType) }
    swap(&context.selectable, &selectable)
    defer {
      swap(&context.selectable, &selectable)
      context.type = outerType
    }
    for visit in enterSelectionSet { visit(set) }
    for selection in set.selections {
      context.type = outerType
      switch selection {
      case .field(let field): walk(field, in: fragment)
      case .fragmentSpread(let spread):
        for visitor in visitors { visitor.enterFragmentSpread?(spread) }
        walk(spread.directives, on: .fragmentSpread, in: fragment)
      case .inlineFragment(let inline): walk(inline, in: fragment)
      }
    }
  }

  private func walk(_ field: Field, in fragment: String?) {
    var definition = context.selectable?[field.name.value]
    let arguments = definition?.arguments
    context.type = definition?.type
    swap(&context.field, &definition)
    defer { swap(&context.field, &definition) }
    for visit in enterField { visit(field) }
    walk(field.arguments, arguments, entering: enterFieldArgument, in: fragment)
    walk(field.directives, on: .field, in: fragment)
    if let selectionSet = field.selectionSet { walk(selectionSet, in: fragment) }
    for visit in leaveField { visit(field) }
  }

  private func walk(_ inline: InlineFragment, in fragment: String?) {
    let outerType = context.type
    defer { context.type = outerType }
    if let condition = inline.typeCondition {
      context.type = .named(condition.value)
    } else {
      context.type = outerType.map { .named($0.namedType) }
    }
    for visitor in visitors { visitor.enterInlineFragment?(inline) }
    if let condition = inline.typeCondition { enter(namedType: condition) }
    walk(inline.directives, on: .inlineFragment, in: fragment)
    walk(inline.selectionSet, in: fragment)
  }

  private func walk(_ directives: [Directive], on location: DirectiveLocation, in fragment: String?) {
    for directive in directives {
      for visitor in visitors { visitor.enterDirective?(directive, location) }
      let definition = context.schema.directive(named: directive.name.value)
      walk(directive.arguments, definition?.arguments, entering: [], in: fragment)
      for visitor in visitors { visitor.leaveDirective?(directive) }
    }
  }

  private func walk(
    _ arguments: [Argument], _ definitions: [InputValueType]?, entering enterArgument: [(Argument) -> Void],
    in fragment: String?
  ) {
    for argument in arguments {
      for visit in enterArgument { visit(argument) }
      let definition = definitions?.first { $0.name == argument.name.value }
      for visit in enterInput { visit(argument.value, definition?.type) }
      var usages: [VariableUsage] = []
      context.schema.collectVariableUsages(
        in: argument.value, type: definition?.type, hasDefault: definition?.defaultValue != nil,
        into: &usages)
      if !usages.isEmpty { context.record(usages, in: fragment) }
    }
  }

  private func enter(namedType: Name) {
    for visitor in visitors { visitor.enterNamedType?(namedType) }
  }
}
