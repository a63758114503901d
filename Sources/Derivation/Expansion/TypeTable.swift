import GraphQL

/// All types of several documents, each with its extensions in one place, before anything is derived but `@record`.
struct TypeTable {
  struct Entry {
    var name: String
    var kind: Kind
    /// The file of the definition.
    var file: String
    /// Whether there is a definition, and not only extensions.
    var isDefined = false
    var fields: [FieldDefinition] = []
    /// The fields of an input object type.
    var inputFields: [InputValueDefinition] = []
    /// The values of an enum.
    var values: [String] = []
    /// The directives of the definition and of the extensions, in the order of the documents.
    var directives: [AppliedDirective] = []
    /// By the name of the field.
    var fieldDirectives: [String: [AppliedDirective]] = [:]

    func field(_ name: String) -> FieldDefinition? { fields.first { $0.name.value == name } }
    func directive(_ name: String) -> AppliedDirective? { directives.first { $0.name == name } }
    func directive(_ name: String, at field: String) -> AppliedDirective? {
      fieldDirectives[field]?.first { $0.name == name }
    }
  }

  enum Kind { case scalar, composite, union, enumeration, input }

  private(set) var entries: [String: Entry] = ["Int", "Float", "String", "Boolean", "ID"].reduce(into: [:]) {
    $0[$1] = Entry(name: $1, kind: .scalar, file: "")
  }
  /// In the order of the documents.
  private(set) var names: [String] = []
  /// By the name of a type with `@facet`.
  private(set) var facets: [String: FacetFields] = [:]

  init(_ files: [(name: String, document: Document)], _ vocabulary: DirectiveVocabulary, _ problems: inout [String]) {
    for (file, document) in files {
      for case .type(let type) in document.definitions { add(type, of: file, vocabulary, &problems) }
    }
    for (_, document) in files {
      for case .type(let type) in document.definitions where type.directives.contains(where: { $0.name.value == "facet" }) {
        addShared(to: type, &problems)
      }
    }
  }

  /// Adds the fields that `@facet` names, once all types are known.
  private mutating func addShared(to type: TypeDefinition, _ problems: inout [String]) {
    let name = type.name.value
    guard var entry = entries[name], let directive = entry.directive("facet") else { return }
    if type.isExtension { problems.append("\(directive.place): the directive stands at an extension. Write it at the type.") }
    let own = type.kind.fields
    let fields = FacetFields(directive, own: own, in: self, &problems)
    let extended = entry.fields.filter { field in !own.contains { $0.name.value == field.name.value } }
    entry.fields = fields.all + extended
    for field in fields.shared {
      entry.fieldDirectives[field] = entries[fields.original]?.fieldDirectives[field]?.filter { Self.bounds.contains($0.name) }
    }
    entries[name] = entry
    facets[name] = fields
  }

  private static let bounds: Set = ["text", "integer", "number"]

  subscript(name: String) -> Entry? { entries[name] }

  /// The names that `@byHand` gives.
  var byHand: Set<String> {
    Set(entries.values.compactMap { $0.directive("byHand") }.flatMap { $0.names("names") })
  }

  /// The payloads that mutations declare, by the names of their inputs.
  var payloads: [String: Payload] {
    guard let mutation = entries["Mutation"] else { return [:] }
    return mutation.fields.reduce(into: [:]) { payloads, field in
      let directive = mutation.directive("payload", at: field.name.value)
      guard let payload = directive.flatMap({ Payload(of: field, $0, on: mutation.name) }) else { return }
      payloads[payload.input] = payload
    }
  }

  /// The directives that a type and its extensions may all have.
  private static let repeatable: Set = ["filter", "order", "update"]

  private mutating func add(
    _ type: TypeDefinition, of file: String, _ vocabulary: DirectiveVocabulary, _ problems: inout [String]
  ) {
    let name = type.name.value
    if entries[name] == nil { names.append(name) }
    var entry = entries[name] ?? Entry(name: name, kind: type.kind.summary, file: file)
    if !type.isExtension { (entry.file, entry.isDefined) = (file, true) }
    let element = "\(file): \(name)"
    let directives = vocabulary.read(type.directives, on: type.kind.location, at: element, &problems)
    for directive in directives {
      if entry.directive(directive.name) != nil, !Self.repeatable.contains(directive.name) {
        problems.append("\(directive.place): the directive stands at this type elsewhere too. Write it once.")
      }
      entry.directives.append(directive)
    }
    let words = Words(entry)
    let fields = type.kind.fields
    let isRecord = directives.contains { $0.name == "record" }
    entry.fields += isRecord ? RecordFields(words).around(fields) : fields
    switch type.kind {
    case .inputObject(let fields): entry.inputFields += fields
    case .enum(let values): entry.values += values.map(\.name.value)
    case .scalar, .object, .interface, .union: break
    }
    for field in fields where !field.directives.isEmpty {
      entry.fieldDirectives[field.name.value] = vocabulary.read(
        field.directives, on: "FIELD_DEFINITION", at: "\(element).\(field.name.value)", &problems)
    }
    entries[name] = entry
  }
}

extension Words {
  init(_ entry: TypeTable.Entry) {
    if let words = entry.directive("words"), let one = words.text("one"), let many = words.text("many") {
      self.init(one: one, many: many)
    } else {
      self.init(typeName: entry.name)
    }
  }
}

extension TypeDefinition.Kind {
  fileprivate var summary: TypeTable.Kind {
    switch self {
    case .scalar: .scalar
    case .object, .interface: .composite
    case .union: .union
    case .enum: .enumeration
    case .inputObject: .input
    }
  }

  fileprivate var location: String {
    switch self {
    case .scalar: "SCALAR"
    case .object: "OBJECT"
    case .interface: "INTERFACE"
    case .union: "UNION"
    case .enum: "ENUM"
    case .inputObject: "INPUT_OBJECT"
    }
  }

  /// The fields of an object or interface type.
  var fields: [FieldDefinition] {
    switch self {
    case .object(_, let fields), .interface(_, let fields): fields
    case .scalar, .union, .enum, .inputObject: []
    }
  }
}

extension TypeNode {
  /// The type without lists and non-null.
  var base: String {
    switch self {
    case .named(let name): name.value
    case .list(let item, _): item.base
    case .nonNull(let inner, _): inner.base
    }
  }

  var isNonNull: Bool { if case .nonNull = self { true } else { false } }

  var isList: Bool {
    switch self {
    case .named: false
    case .list: true
    case .nonNull(let inner, _): inner.isList
    }
  }
}
