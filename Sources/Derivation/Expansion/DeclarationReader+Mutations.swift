import GraphQL

/// Mutations, also those whose inputs and payloads are written by hand.
extension DeclarationReader {
  mutating func creation(
    _ directive: AppliedDirective, of entry: TypeTable.Entry, _ type: TypeDeclaration
  ) -> TypeDeclaration.Creation? {
    guard let writers = writers(directive) else { return nil }
    let fields = writableFields(directive, of: entry, type.bounds).map { field in
      var field = field
      field.isOwner = writers.claim == .owner && field.field == type.owner
      return field
    }
    checkInput("Create\(type.name)Input", fields, besides: Set(["id"] + directive.names("besides")), directive)
    let payload = "Create\(type.name)Payload"
    let shown = payloadField(payload, of: type, directive)
    let isShownByHand = byHand.contains(payload) && table[payload]?.field(shown)?.type.isNonNull == true
    return TypeDeclaration.Creation(
      writers: writers, fields: fields, item: directive.text("item"), maximum: directive.integer("atMost"),
      payloadField: shown, needsObject: writers.isStaff || isShownByHand)
  }

  mutating func update(
    _ directive: AppliedDirective, of entry: TypeTable.Entry, _ type: TypeDeclaration
  ) -> TypeDeclaration.Update? {
    guard let writers = writers(directive) else { return nil }
    let verb = directive.text("verb") ?? "update"
    let name = verb.capitalized + type.name
    let fields = writableFields(directive, of: entry, type.bounds)
    checkInput("\(name)Input", fields, besides: Set(["id", "ifVersion"] + directive.names("besides")), directive)
    let isByHand = byHand.contains("\(name)Input")
    return TypeDeclaration.Update(
      verb: verb, writers: writers, fields: fields, item: directive.text("item"), needsChange: directive.isTrue("needsChange"),
      namesObject: !isByHand || table["\(name)Input"]?.inputFields.contains { $0.name.value == "id" } == true,
      payloadField: payloadField("\(name)Payload", of: type, directive))
  }

  /// Refuses an input that is written by hand and has other fields than its directive gives.
  /// - Parameter others: The fields that do not write columns.
  private mutating func checkInput(
    _ name: String, _ fields: [WritableField], besides others: Set<String>, _ directive: AppliedDirective
  ) {
    guard byHand.contains(name), let input = table[name] else { return }
    for field in fields {
      let type = input.inputFields.first { $0.name.value == field.input }?.type
      if type?.base != field.typeName || type?.isList != field.isList {
        problems.append(
          "\(directive.place): \(name) is written by hand without \(field.input): \(field.typeName). Write the field.")
      }
    }
    let known = others.union(fields.map(\.input))
    for field in input.inputFields where !known.contains(field.name.value) {
      problems.append(
        "\(directive.place): \(name) has \(field.name.value), which fields: does not give. Add it, or leave it out of the input.")
    }
  }

  /// The field of a payload that shows the object.
  private mutating func payloadField(
    _ payload: String, of type: TypeDeclaration, _ directive: AppliedDirective
  ) -> String {
    guard byHand.contains(payload), let entry = table[payload] else { return type.key }
    if let field = entry.fields.first(where: { $0.type.base == type.name && !$0.type.isList }) { return field.name.value }
    problems.append("\(directive.place): \(payload) is written by hand without a \(type.name). Write a field of this type.")
    return type.key
  }

  /// The field that leads to the member whose row it is.
  mutating func owner(of entry: TypeTable.Entry) -> String? {
    let owners = entry.fields.compactMap { field in entry.directive("owner", at: field.name.value).map { (field, $0) } }
    for (field, directive) in owners
    where field.type.isList || !field.arguments.isEmpty || table[field.type.base]?.kind != .composite {
      problems.append(
        "\(directive.place): a field of the type \(field.type.printed) is no member. Write it at a relation to one.")
    }
    if owners.count > 1 { problems.append("\(owners[1].1.place): a row has one owner. Write it once.") }
    return owners.first?.0.name.value
  }

  /// The fields that say which student keeps a row.
  func keepers(of entry: TypeTable.Entry) -> [String] {
    entry.fields.map(\.name.value).filter { entry.directive("keeper", at: $0) != nil }
  }

  // MARK: The audit trail

  mutating func audit(_ directive: AppliedDirective, of entry: TypeTable.Entry) -> TypeDeclaration.Audit? {
    let (fields, actions) = (directive.names("fields"), directive.names("actions"))
    guard fields.isEmpty != actions.isEmpty else {
      problems.append("\(directive.place): write either fields: or actions:.")
      return nil
    }
    let type = directive.text("of")
    if type != nil && actions.isEmpty {
      problems.append("\(directive.place): of: goes with actions:, whose triggers are on the table of that type.")
    }
    guard let values = table[AuditActions.enumName]?.values else {
      problems.append("\(directive.place): there is no enum \(AuditActions.enumName) for the actions.")
      return nil
    }
    for action in actions where !values.contains(action) {
      let known = values.joined(separator: ", ")
      problems.append("\(directive.place): \(AuditActions.enumName) has no value \(action). Write one of \(known).")
    }
    for name in fields {
      guard let field = field(name, of: entry, directive) else { continue }
      let kind = table[field.type.base]?.kind
      if field.type.isList && kind != .enumeration || !field.arguments.isEmpty || ![.scalar, .enumeration, .composite].contains(kind) {
        problems.append(
          "\(directive.place): \(name): a field of the type \(field.type.printed) is no column. "
            + "Name a scalar, an enum, a list of an enum, or a relation.")
      }
    }
    return actions.isEmpty ? .fields(fields) : .actions(actions, of: type)
  }
}
