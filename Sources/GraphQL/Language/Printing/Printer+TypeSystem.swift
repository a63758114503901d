extension Printer {
  mutating func write(_ schema: SchemaDefinition) {
    write(description: schema.description)
    write(schema.isExtension ? "extend schema" : "schema")
    write(schema.directives)
    writeBlock(schema.operationTypes) { printer, root in
      printer.write("\(root.operation.rawValue): \(root.type.value)")
    }
  }

  mutating func write(_ type: TypeDefinition) {
    write(description: type.description)
    if type.isExtension { write("extend ") }
    write("\(type.kind.keyword) \(type.name.value)")
    switch type.kind {
    case .scalar:
      write(type.directives)
    case .object(let interfaces, let fields), .interface(let interfaces, let fields):
      writeNames(interfaces, after: " implements ", separator: " & ")
      write(type.directives)
      writeBlock(fields) { $0.write($1) }
    case .union(let members):
      write(type.directives)
      writeNames(members, after: " = ", separator: " | ")
    case .enum(let values):
      write(type.directives)
      writeBlock(values) { $0.write($1) }
    case .inputObject(let fields):
      write(type.directives)
      writeBlock(fields) { $0.write($1) }
    }
  }

  mutating func write(_ directive: DirectiveDefinition) {
    write(description: directive.description)
    write("directive @\(directive.name.value)")
    write(directive.arguments)
    if directive.isRepeatable { write(" repeatable") }
    writeNames(directive.locations, after: " on ", separator: " | ")
  }

  mutating func write(_ field: FieldDefinition) {
    write(description: field.description)
    write(field.name.value)
    write(field.arguments)
    write(": ")
    write(field.type)
    write(field.directives)
  }

  private mutating func write(_ arguments: [InputValueDefinition]) {
    writeParentheses(arguments, from: offset, inOneLineIf: { !$0.isMultiline }) { $0.write($1) }
  }

  mutating func write(_ value: InputValueDefinition) {
    write(description: value.description)
    write("\(value.name.value): ")
    write(value.type)
    write(defaultValue: value.defaultValue)
    write(value.directives)
  }

  mutating func write(_ value: EnumValueDefinition) {
    write(description: value.description)
    write(value.name.value)
    write(value.directives)
  }

  private mutating func writeNames(_ names: [Name], after prefix: String, separator: String) {
    guard !names.isEmpty else { return }
    write(prefix)
    write(names, separator: separator) { $0.write($1.value) }
  }
}

extension TypeDefinition.Kind {
  fileprivate var keyword: String {
    switch self {
    case .scalar: "scalar"
    case .object: "type"
    case .interface: "interface"
    case .union: "union"
    case .enum: "enum"
    case .inputObject: "input"
    }
  }
}
