extension Printer {
  mutating func write(_ document: Document) {
    write(document.definitions, separator: "\n\n") { printer, definition in
      switch definition {
      case .operation(let operation): printer.write(operation)
      case .fragment(let fragment): printer.write(fragment)
      case .schema(let schema): printer.write(schema)
      case .type(let type): printer.write(type)
      case .directive(let directive): printer.write(directive)
      }
    }
  }

  private mutating func write(_ operation: OperationDefinition) {
    // The shorthand has no place for anything but selections.
    let isShorthand =
      operation.operation == .query && operation.name == nil && operation.description == nil
      && operation.variables.isEmpty && operation.directives.isEmpty
    if !isShorthand {
      write(description: operation.description)
      write(operation.operation.rawValue)
      if operation.name != nil || !operation.variables.isEmpty { write(" ") }
      if let name = operation.name { write(name.value) }
      writeParentheses(
        operation.variables, from: offset, indented: false, inOneLineIf: { !$0.isMultiline }
      ) { $0.write($1) }
      write(operation.directives)
      write(" ")
    }
    write(operation.selectionSet)
  }

  private mutating func write(_ variable: VariableDefinition) {
    write(description: variable.description)
    write("$\(variable.name.value): ")
    write(variable.type)
    write(defaultValue: variable.defaultValue)
    write(variable.directives)
  }

  private mutating func write(_ fragment: FragmentDefinition) {
    write(description: fragment.description)
    write("fragment \(fragment.name.value) on \(fragment.typeCondition.value)")
    write(fragment.directives)
    write(" ")
    write(fragment.selectionSet)
  }

  private mutating func write(_ selectionSet: SelectionSet) {
    writeBraces(selectionSet.selections) { printer, selection in
      switch selection {
      case .field(let field): printer.write(field)
      case .fragmentSpread(let spread): printer.write(spread)
      case .inlineFragment(let fragment): printer.write(fragment)
      }
    }
  }

  private mutating func write(_ field: Field) {
    let start = offset
    if let alias = field.alias { write("\(alias.value): ") }
    write(field.name.value)
    writeParentheses(
      field.arguments, from: start, inOneLineIf: { $0.length <= Printer.maxLineLength }
    ) { $0.write($1) }
    write(field.directives)
    if let selectionSet = field.selectionSet {
      write(" ")
      write(selectionSet)
    }
  }

  private mutating func write(_ spread: FragmentSpread) {
    write("...\(spread.name.value)")
    write(spread.directives)
  }

  private mutating func write(_ fragment: InlineFragment) {
    write("...")
    if let typeCondition = fragment.typeCondition { write(" on \(typeCondition.value)") }
    write(fragment.directives)
    write(" ")
    write(fragment.selectionSet)
  }

  private mutating func write(_ argument: Argument) {
    write("\(argument.name.value): ")
    write(argument.value)
  }

  /// Each directive after a space.
  mutating func write(_ directives: [Directive]) {
    for directive in directives {
      write(" @\(directive.name.value)")
      writeParentheses(directive.arguments, from: offset, inOneLineIf: { _ in true }) { $0.write($1) }
    }
  }
}
