import GraphQL

/// Reads what the directives of types say, and refuses what does not fit.
struct DeclarationReader {
  let table: TypeTable
  /// The definitions that are written by hand.
  let byHand: Set<String>
  /// Those that `by:` may name.
  private let allWriters: [Writers]
  var problems: [String] = []

  init(_ table: TypeTable, _ writers: [Writers]) {
    self.table = table
    allWriters = writers
    byHand = table.byHand
  }

  mutating func declaration(of entry: TypeTable.Entry) -> TypeDeclaration {
    var type = TypeDeclaration(name: entry.name, words: Words(entry))
    type.bounds = bounds(of: entry)
    type.owner = owner(of: entry)
    type.keepers = keepers(of: entry)
    for directive in entry.directives {
      switch directive.name {
      case "record": type.isRecord = true
      case "lookup": type.hasLookup = true
      case "filter": type.filterFields += filterFields(directive, of: entry)
      case "order": type.orderPaths += orderPaths(directive, of: entry)
      case "create": type.creation = creation(directive, of: entry, type)
      case "update": type.updates += update(directive, of: entry, type).map { [$0] } ?? []
      case "delete":
        type.deletion = writers(directive).map {
          TypeDeclaration.Deletion(writers: $0, cascade: directive.text("cascade"), sharesTypes: directive.isTrue("shared"))
        }
      case "facet": type.facet = table.facets[entry.name].map { TypeDeclaration.Facet(of: $0.original, fields: $0.shared) }
      case "audited": type.audit = audit(directive, of: entry)
      default: break
      }
    }
    refuseRepetition(type.filterFields, "\(entry.file): \(entry.name) @filter")
    refuseRepetition(type.orderPaths.map { $0.joined(separator: ".") }, "\(entry.file): \(entry.name) @order")
    refuseRepetition(type.updates.map(\.verb), "\(entry.file): \(entry.name) @update: verb")
    if let deletion = type.deletion, deletion.sharesTypes, deletion.cascade != nil {
      problems.append("\(entry.file): \(entry.name) @delete: IDInput has no cascade. Leave out one of shared and cascade.")
    }
    let writers = type.writers
    checkClaim(.owner, isClaimed: type.owner != nil, writers, entry)
    checkClaim(.keeper, isClaimed: !type.keepers.isEmpty, writers, entry)
    for name in type.keepers where type.creation?.fields.contains(where: { $0.field == name && $0.isReference }) != true {
      problems.append(
        "\(entry.file): \(entry.name).\(name) @keeper: no @create names a relation of this name. Name it, or leave the directive out.")
    }
    let written = (type.creation?.fields ?? []) + type.updates.flatMap(\.fields)
    for field in entry.fields {
      let isTied = written.contains { $0.isLinks && $0.field == field.name.value }
      if let links = entry.directive("links", at: field.name.value), !isTied {
        problems.append(
          "\(links.place): no @create or @update of \(entry.name) names a list of objects. Leave the directive out.")
      }
      if let input = entry.directive("input", at: field.name.value), !written.contains(where: { $0.field == field.name.value }) {
        problems.append("\(input.place): no @create or @update of \(entry.name) names the field. Leave the directive out.")
      }
    }
    return type
  }

  /// Refuses writers whose directive stands at no field, and a directive whose writers the type does not name.
  private mutating func checkClaim(
    _ claim: Writers.Claim, isClaimed: Bool, _ writers: [Writers], _ entry: TypeTable.Entry
  ) {
    guard writers.contains(where: { $0.claim == claim }) != isClaimed else { return }
    let names = allWriters.filter { $0.claim == claim }.map(\.name).joined(separator: " or ")
    problems.append(
      "\(entry.file): \(entry.name): \(names) and @\(claim.rawValue) belong together. Write both, or none.")
  }

  private mutating func refuseRepetition(_ names: [String], _ place: String) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted { problems.append("\(place): \(name) is given twice. Write it once.") }
  }

  mutating func field(
    _ name: String, of entry: TypeTable.Entry, _ directive: AppliedDirective
  ) -> FieldDefinition? {
    if let field = entry.field(name) { return field }
    let known = entry.fields.map(\.name.value).joined(separator: ", ")
    problems.append("\(directive.place): \(entry.name) has no field \(name). Write one of \(known).")
    return nil
  }

  // MARK: Filters and orders

  private mutating func filterFields(_ directive: AppliedDirective, of entry: TypeTable.Entry) -> [String] {
    let names = directive.names("by")
    for name in names {
      guard let field = field(name, of: entry, directive) else { continue }
      if case .none(let reason) = Comparison(of: field, in: table) {
        problems.append("\(directive.place): \(name) cannot be filtered: \(reason).")
      }
    }
    return names
  }

  private mutating func orderPaths(_ directive: AppliedDirective, of entry: TypeTable.Entry) -> [[String]] {
    directive.names("by").map { text in
      let path = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      var owner = entry
      for (index, name) in path.enumerated() {
        guard let field = field(name, of: owner, directive) else { break }
        let isLast = index == path.count - 1
        guard !field.type.isList, let next = table[field.type.base], (next.kind == .composite) != isLast,
          isLast == [.scalar, .enumeration].contains(next.kind)
        else {
          problems.append(
            "\(directive.place): \(text): \(owner.name).\(name) is \(field.type.printed). "
              + "Write a path through objects that ends at a scalar or an enum.")
          break
        }
        owner = next
      }
      return path
    }
  }

  // MARK: Bounds

  private mutating func bounds(of entry: TypeTable.Entry) -> [String: Bounds] {
    var bounds: [String: Bounds] = [:]
    for field in entry.fields {
      let name = field.name.value
      for directive in entry.fieldDirectives[name] ?? [] {
        guard let found = self.bounds(directive) else { continue }
        if field.type.isList && entry.directive("items", at: name) == nil || field.type.base != directive.boundedType {
          problems.append(
            "\(directive.place): the field is \(field.type.printed). The directive stands at \(directive.boundedType ?? "") only.")
        } else if bounds.updateValue(found, forKey: name) != nil {
          problems.append("\(directive.place): the field has other bounds too. Write one directive.")
        }
      }
    }
    return bounds
  }

  private mutating func bounds(_ directive: AppliedDirective) -> Bounds? {
    func refuse(_ advice: String) -> Bounds? {
      problems.append("\(directive.place): \(advice)")
      return nil
    }
    switch directive.name {
    case "text":
      let (min, max) = (directive.integer("min") ?? 0, directive.integer("max") ?? 0)
      let lines = directive.text("lines").flatMap(Bounds.Lines.init(rawValue:)) ?? .one
      return min >= 0 && min <= max && max > 0
        ? .text(characters: min...max, lines: lines) : refuse("no text fits. Write max: of at least 1 and of at least min:.")
    case "integer":
      let (from, to) = (directive.integer("from") ?? 0, directive.integer("to") ?? 0)
      return from <= to ? .integer(from...to) : refuse("no integer fits. Write to: of at least from:.")
    case "number":
      let (from, above) = (directive.integer("from"), directive.integer("above"))
      let (to, below) = (directive.integer("to"), directive.integer("below"))
      guard let minimum = from ?? above, from == nil || above == nil else { return refuse("write either from: or above:.") }
      guard let limit = to ?? below, to == nil || below == nil else { return refuse("write either to: or below:.") }
      let bounds = NumberBounds(
        minimum: minimum, includesMinimum: from != nil, limit: limit, includesLimit: to != nil,
        decimals: directive.integer("decimals") ?? 0)
      guard bounds.minimum < bounds.limit && (0...9).contains(bounds.decimals) else {
        return refuse("no number fits. Write to: or below: above the minimum, and decimals: from 0 to 9.")
      }
      return bounds.isExact ? .number(bounds) : refuse("a Float has at most 15 digits. Write closer bounds, or fewer decimals.")
    default: return nil
    }
  }

  // MARK: Mutations

  mutating func writers(_ directive: AppliedDirective) -> Writers? {
    if let name = directive.text("by"), let writers = allWriters.first(where: { $0.name == name }) { return writers }
    let known = allWriters.map(\.name).joined(separator: ", ")
    problems.append("\(directive.place): by: is none of those known here. Write one of \(known).")
    return nil
  }

  mutating func writableFields(
    _ directive: AppliedDirective, of entry: TypeTable.Entry, _ bounds: [String: Bounds]
  ) -> [WritableField] {
    let names = directive.names("fields")
    refuseRepetition(names, directive.place)
    let isTransition = directive.text("verb").map { $0 != "update" } ?? false
    if names.isEmpty && !isTransition { problems.append("\(directive.place): fields: is empty. Name the fields that may be given.") }
    return names.compactMap { name in
      field(name, of: entry, directive).flatMap { writableField($0, directive, of: entry, bounds[name]) }
    }
  }

  private mutating func writableField(
    _ field: FieldDefinition, _ directive: AppliedDirective, of entry: TypeTable.Entry, _ bounds: Bounds?
  ) -> WritableField? {
    let (name, typeName) = (field.name.value, field.type.base)
    func refuse(_ advice: String) -> WritableField? {
      problems.append("\(directive.place): \(entry.name).\(name): \(advice)")
      return nil
    }
    let links = entry.directive("links", at: name)
    if let links, field.type.isList, table[typeName]?.kind == .composite, let most = links.integer("max") {
      let usual = (name.hasSuffix("s") ? String(name.dropLast()) : name) + "Ids"
      let input = entry.directive("input", at: name)?.text("name") ?? usual
      return WritableField(
        input: input, field: name, kind: .references(to: typeName, atMost: most), isRequired: directive.name != "create")
    }
    let most = entry.directive("items", at: name)?.integer("max")
    guard let target = table[typeName], field.arguments.isEmpty, !field.type.isList || field.type.printed == "[\(typeName)!]!",
      !field.type.isList || target.kind == .enumeration || target.kind == .scalar && most != nil
    else {
      return refuse("a field of the type \(field.type.printed) cannot be given. Name a scalar, an enum or a relation.")
    }
    let kind: WritableField.Kind
    switch target.kind {
    case .scalar: kind = most.map { .items(of: typeName, atMost: $0) } ?? .scalar(typeName)
    case .enumeration: kind = field.type.isList ? .enumerations(typeName) : .enumeration(typeName)
    case .composite: kind = .reference(to: typeName)
    case .union, .input: return refuse("a field of the type \(typeName) cannot be given.")
    }
    if bounds == nil, case .scalar = kind {
      switch typeName {
      case "String": return refuse("its bounds are missing. Write @text(max:) at the field.")
      case "Float": return refuse("its bounds are missing. Write @number(below:, decimals:) at the field.")
      case "Int": return refuse("its bounds are missing. Write @integer(from:, to:) at the field.")
      case "ID": return refuse("an id is given by its relation. Name the field of the object.")
      default: break
      }
    }
    let input = entry.directive("input", at: name)
    let suffix = if case .reference = kind { "Id" } else { "" }
    let isCreation = directive.name == "create"
    return WritableField(
      input: input?.text("name") ?? name + suffix, field: name, kind: kind,
      isRequired: field.type.isNonNull || input?.isTrue("nullable") == false,
      defaultValue: isCreation ? input?["default"] : nil, allowsEmpty: input?.isTrue("empty") ?? false, bounds: bounds)
  }
}

extension AppliedDirective {
  /// The scalar that a directive of bounds is for.
  fileprivate var boundedType: String? { ["text": "String", "number": "Float", "integer": "Int"][name] }
}
