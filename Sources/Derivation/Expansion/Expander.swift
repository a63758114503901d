import GraphQL

/// Writes definitions with what their directives derive.
struct Expander {
  private let table: TypeTable
  private let declarations: [String: TypeDeclaration]
  /// The types of the lists that filters have.
  private let filteredLists: Set<String>
  private let byHand: Set<String>
  /// By the name of the input.
  private let payloads: [String: Payload]
  private var derived: Set<String> = []

  private(set) var definitions: [Definition] = []
  private(set) var problems: [String] = []

  init(_ table: TypeTable, _ declarations: [TypeDeclaration]) {
    self.table = table
    self.declarations = Dictionary(declarations.map { ($0.name, $0) }) { first, _ in first }
    var filteredLists: Set<String> = []
    for declaration in declarations {
      for name in declaration.filterFields {
        guard let field = table[declaration.name]?.field(name) else { continue }
        if case .by(_, of: .list(let target)) = Comparison(of: field, in: table) { filteredLists.insert(target) }
      }
    }
    self.filteredLists = filteredLists
    byHand = table.byHand
    payloads = table.payloads
    for directive in table.names.compactMap({ table[$0]?.directive("byHand") }) {
      for name in directive.names("names") where !isWritten(name) {
        problems.append("\(directive.place): nothing defines \(name). Write it, or leave the name out.")
      }
    }
  }

  mutating func expand(_ document: Document) {
    var mutations: [Definition] = []
    for definition in document.definitions {
      guard case .type(let type) = definition else {
        definitions.append(definition)
        continue
      }
      append(type)
      if let payload = payloads[type.name.value], isFree(payload) { definitions.append(payload.definition) }
      for directive in type.directives { derive(directive.name.value, of: type.name.value, mutations: &mutations) }
    }
    definitions += mutations
  }

  // MARK: Definitions that are written

  private mutating func append(_ type: TypeDefinition) {
    var type = type
    let directives = type.directives.map(\.name.value)
    type.directives.removeAll { DirectiveVocabulary.names.contains($0.name.value) }
    switch type.kind {
    case .object(let interfaces, let fields):
      let written = type.isExtension ? fields : table.facets[type.name.value]?.all ?? fields
      let all = directives.contains("record") ? RecordFields(words(type.name.value)).around(written) : written
      let expanded = all.flatMap { expand($0, of: type.name.value) }
      if type.isExtension && interfaces.isEmpty && expanded.isEmpty && type.directives.isEmpty { return }
      type.kind = .object(interfaces: interfaces, fields: expanded)
    case .interface(let interfaces, let fields):
      let expanded = fields.flatMap { expand($0, of: type.name.value) }
      if type.isExtension && interfaces.isEmpty && expanded.isEmpty && type.directives.isEmpty { return }
      type.kind = .interface(interfaces: interfaces, fields: expanded)
    case .scalar, .union, .enum, .inputObject: break
    }
    definitions.append(.type(type))
  }

  private func words(_ typeName: String) -> Words { declarations[typeName]?.words ?? Words(typeName: typeName) }

  /// A field with the arguments that it asks for, and after it the field of its pages.
  private mutating func expand(_ field: FieldDefinition, of typeName: String) -> [FieldDefinition] {
    let applied = table[typeName]?.fieldDirectives[field.name.value] ?? []
    var field = field
    field.directives.removeAll { DirectiveVocabulary.names.contains($0.name.value) }
    var pages: FieldDefinition?
    for directive in applied {
      switch directive.name {
      case "list":
        let target = field.type.base
        guard field.type.isList, table[target]?.kind == .composite else {
          problems.append("\(directive.place): the field is \(field.type.printed). The directive stands at lists of objects only.")
          continue
        }
        let arguments = arguments(directive, of: target)
        field.arguments += arguments.list(first: directive.integer("first") ?? 50)
        if directive.isTrue("connection") { pages = self.pages(of: field, target, arguments, directive) }
      case "connection":
        let suffix = "Connection"
        let target = String(field.type.base.dropLast(suffix.count))
        guard !field.type.isList, field.type.base.hasSuffix(suffix), table[target]?.directive(suffix.uncapitalized) != nil else {
          problems.append(
            "\(directive.place): the field is \(field.type.printed). Write it as the connection of a type that has a @connection.")
          continue
        }
        field.arguments += arguments(directive, of: target).connection
      case "payload":
        guard let payload = Payload(of: field, directive, on: typeName), table[payload.input]?.isDefined == true else {
          problems.append("\(directive.place): the field is no mutation with an input of its own. Write the payload by hand.")
          continue
        }
        field = payload.typed(field)
      default: break
      }
    }
    return pages.map { [field, $0] } ?? [field]
  }

  private func arguments(_ directive: AppliedDirective, of target: String) -> ListArguments {
    let entry = table[target]
    return ListArguments(
      filter: directive.text("where") ?? entry?.directive("filter").map { _ in "\(target)Filter" },
      order: directive.text("orderBy") ?? entry?.directive("order").map { _ in "\(target)Order" })
  }

  private mutating func pages(
    of field: FieldDefinition, _ target: String, _ arguments: ListArguments, _ directive: AppliedDirective
  ) -> FieldDefinition? {
    guard table[target]?.directive("connection") != nil else {
      problems.append("\(directive.place): \(target) has no connection. Write @connection at \(target).")
      return nil
    }
    // Arguments that are written by hand, as the list has them.
    let own = field.arguments.prefix { $0.name.value != "first" }
    return FieldDefinition(
      "\(field.name.value)Connection", .required("\(target)Connection"),
      "\(field.summary) One page at a time: without `first` and `last`, the first 20.",
      arguments: own + arguments.connection)
  }

  // MARK: Definitions that are derived

  private mutating func derive(_ directive: String, of typeName: String, mutations: inout [Definition]) {
    guard let type = declarations[typeName], let entry = table[typeName] else { return }
    switch directive {
    case "lookup": add([lookup(of: type)], for: entry)
    case "filter" where derived.insert("\(typeName) @filter").inserted: add(filters(of: type, entry), for: entry)
    case "order" where derived.insert("\(typeName) @order").inserted:
      add(Orders(of: type).definitions(type.orderPaths.compactMap { key($0, of: entry) }), for: entry)
    case "connection": add(Connections(of: type).definitions, for: entry)
    case "create" where derived.insert("\(typeName) mutations").inserted,
      "update" where derived.insert("\(typeName) mutations").inserted,
      "delete" where derived.insert("\(typeName) mutations").inserted:
      let derivation = Mutations(of: type, entry)
      mutations += kept([.extendedObject("Mutation", derivation.fields)] + derivation.definitions, for: entry)
    case "audited": definitions += AuditActions(of: type).map { [$0.definition] } ?? []
    default: break
    }
  }

  private func lookup(of type: TypeDeclaration) -> Definition {
    let words = type.words
    return .extendedObject(
      "Query",
      [
        FieldDefinition(
          type.key, .named(type.name), "The \(words.one) with an id; null if the viewer can see no \(words.one) with it.",
          arguments: [InputValueDefinition("id", .required("ID"), "The \(words.one)'s id.")])
      ])
  }

  private mutating func filters(of type: TypeDeclaration, _ entry: TypeTable.Entry) -> [Definition] {
    let derivation = Filters(of: type)
    var fields: [(FieldDefinition, String)] = []
    var enums: [Definition] = []
    for field in type.filterFields.compactMap(entry.field) {
      guard case .by(let filter, let target) = Comparison(of: field, in: table) else { continue }
      fields.append((field, filter))
      if case .enumeration(let name) = target, derived.insert("\(name) @filter").inserted {
        enums.append(Filters.enumeration(name))
      }
    }
    return [derivation.filter(fields)] + enums + (filteredLists.contains(type.name) ? [derivation.listFilter] : [])
  }

  private func key(_ path: [String], of entry: TypeTable.Entry) -> (path: [String], field: FieldDefinition, isEnum: Bool)? {
    var owner = entry
    var field: FieldDefinition?
    for name in path {
      field = owner.field(name)
      if let next = field.flatMap({ table[$0.type.base] }) { owner = next }
    }
    return field.map { (path, $0, owner.kind == .enumeration) }
  }

  private mutating func add(_ derived: [Definition], for entry: TypeTable.Entry) {
    definitions += kept(derived, for: entry)
  }

  /// Without what is written by hand and says so. Anything else that is written too is refused.
  private mutating func kept(_ derived: [Definition], for entry: TypeTable.Entry) -> [Definition] {
    derived.compactMap { definition in
      guard case .type(var type) = definition else { return definition }
      let name = type.name.value
      if !type.isExtension { return isFree(name, for: entry) ? definition : nil }
      guard case .object(let interfaces, let fields) = type.kind else { return definition }
      let free = fields.filter { isFree("\(name).\($0.name.value)", for: entry) }
      type.kind = .object(interfaces: interfaces, fields: free)
      return free.isEmpty ? nil : .type(type)
    }
  }

  private mutating func isFree(_ payload: Payload) -> Bool {
    guard isWritten(payload.name) else { return true }
    problems.append("\(payload.place): \(payload.name) is derived, and written by hand. Leave the definition or the directive out.")
    return false
  }

  private mutating func isFree(_ name: String, for entry: TypeTable.Entry) -> Bool {
    if byHand.contains(name) { return false }
    if !isWritten(name) { return true }
    problems.append(
      "\(entry.file): \(entry.name): \(name) is derived, and written by hand. Leave the definition out, or write "
        + "@byHand(names: [\"\(name)\"]) at \(entry.name).")
    return false
  }

  /// Whether a type, or a field such as `Mutation.createSubject`, is written in the documents.
  private func isWritten(_ name: String) -> Bool {
    let parts = name.split(separator: ".").map(String.init)
    guard let entry = parts.first.flatMap({ table[$0] }) else { return false }
    return parts.count == 1 ? entry.isDefined : entry.field(parts[1]) != nil
  }
}
