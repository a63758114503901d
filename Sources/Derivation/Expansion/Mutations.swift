import GraphQL

/// The fields of `Mutation` that create, update and delete objects of a type, with their inputs and payloads.
struct Mutations {
  private let type: TypeDeclaration
  /// The entry of the type, whose fields' descriptions are reused.
  private let entry: TypeTable.Entry

  init(of type: TypeDeclaration, _ entry: TypeTable.Entry) {
    self.type = type
    self.entry = entry
  }

  var fields: [FieldDefinition] {
    let words = type.words
    let creation = type.creation.map {
      field(
        "create", entry.directive("create"), "Creates \(words.a).", $0.writers, "The new \(words.one).",
        $0.maximum.map { " A school has at most \($0) \(words.many)." } ?? "")
    }
    let updates = type.updates.map { update in
      let directive = entry.directives.first { $0.name == "update" && $0.text("verb") == update.verb }
      let sentence = "\(update.verb.capitalized)s \(words.a)\(update.fields.isEmpty ? "" : ": omitted fields stay as they are")."
      return field(update.verb, directive, sentence, update.writers, "The changes.")
    }
    let deletion = type.deletion.map {
      field(
        "delete", entry.directive("delete"), "Deletes \(words.a).", $0.writers, "The \(words.one) to delete.",
        types: $0.sharesTypes ? "ID" : nil)
    }
    return (creation.map { [$0] } ?? []) + updates + (deletion.map { [$0] } ?? [])
  }

  var definitions: [Definition] { creation + type.updates.flatMap(update) + deletion }

  private func field(
    _ verb: String, _ directive: AppliedDirective?, _ sentence: String, _ writers: Writers, _ argument: String,
    _ maximum: String = "", types: String? = nil
  ) -> FieldDefinition {
    let note = directive?.text("note").map { " " + $0 } ?? ""
    let example = directive?.text("example").map { "\n\n    " + $0.replacing("\n", with: "\n    ") } ?? ""
    let name = types ?? verb.capitalized + type.name
    return FieldDefinition(
      verb + type.name, .named("\(name)Payload"), "\(sentence) \(writers.sentence)\(maximum)\(note)\(example)",
      arguments: [InputValueDefinition("input", .required("\(name)Input"), argument)])
  }

  private var creation: [Definition] {
    guard let creation = type.creation else { return [] }
    let words = type.words
    let id = InputValueDefinition(
      "id", .named("ID"),
      "The id of the new \(words.one), a UUID; the server chooses one if omitted. "
        + "The same input sent twice creates one \(words.one).")
    let fields =
      [id]
      + creation.fields.map { field in
        let node = node(of: field)
        let owner = field.isOwner ? " A student may omit it and gives no other; a parent must give it." : ""
        let null = field.defaultValue.map { " Null is \($0.printed)." } ?? ""
        var value = InputValueDefinition(
          field.input, field.isRequired && field.defaultValue == nil && !field.isOwner ? node.required : node,
          sentences(of: field) + owner + null + note(of: field))
        value.defaultValue = field.defaultValue
        return value
      }
    let items = creation.item.map { Definition.input($0, ofItem(fields, creation.fields), "The fields of one of several new \(words.many).") }
    return [.input("Create\(type.name)Input", fields, "The fields of a new \(words.one).")] + (items.map { [$0] } ?? [])
      + [
        payload(
          "create", creation.writers.isStaff ? .required(type.name) : .named(type.name),
          creation.writers.isStaff
            ? "The new \(words.one)." : "The new \(words.one); null if it was deleted before the same input came again.")
      ]
  }

  private func update(_ update: TypeDeclaration.Update) -> [Definition] {
    let words = type.words
    let clearing = update.fields.contains { !$0.isRequired } ? ", give null to clear it" : ""
    let fields =
      [id, ifVersion]
      + update.fields.map {
        InputValueDefinition(
          $0.input, node(of: $0), sentences(of: $0) + ($0.isRequired ? "" : " Null clears it.") + note(of: $0))
      }
    let rest = "Omit a field to keep it\(clearing)."
    let items = update.item.map { Definition.input($0, ofItem(fields, update.fields), "Changes to one of several \(words.many). \(rest)") }
    return [.input("\(update.verb.capitalized)\(type.name)Input", fields, "Changes to \(words.a). \(rest)")]
      + (items.map { [$0] } ?? []) + [payload(update.verb, .required(type.name), "The \(words.one) after the update.")]
  }

  /// The fields of one of several objects: no lists of others, which are written object by object.
  private func ofItem(_ fields: [InputValueDefinition], _ written: [WritableField]) -> [InputValueDefinition] {
    fields.filter { field in !written.contains { $0.isLinks && $0.input == field.name.value } }
  }

  private var deletion: [Definition] {
    guard let deletion = type.deletion, !deletion.sharesTypes else { return [] }
    let words = type.words
    let cascade = deletion.cascade.map {
      InputValueDefinition(
        "cascade", .named("Boolean"), default: .boolean(false), "Whether to delete \($0) too; null is false.")
    }
    return [
      .input("Delete\(type.name)Input", [id, ifVersion] + (cascade.map { [$0] } ?? []), "The \(words.one) to delete."),
      .object(
        "Delete\(type.name)Payload", [FieldDefinition("id", .required("ID"), "The id of the deleted \(words.one).")],
        result("delete")),
    ]
  }

  private func payload(_ verb: String, _ node: TypeNode, _ description: String) -> Definition {
    .object("\(verb.capitalized)\(type.name)Payload", [FieldDefinition(type.key, node, description)], result(verb))
  }

  private func result(_ verb: String) -> String { "The result of `\(verb)\(type.name)`." }

  private var id: InputValueDefinition { InputValueDefinition("id", .required("ID"), "The \(type.words.one)'s id.") }

  private var ifVersion: InputValueDefinition {
    InputValueDefinition(
      "ifVersion", .named("Int"), "Refuse with `CONFLICT` unless the \(type.words.one) has this version.")
  }

  private func node(of field: WritableField) -> TypeNode {
    field.isList ? .list(of: field.typeName) : .named(field.typeName)
  }

  /// The description of the field, and its bounds.
  private func sentences(of field: WritableField) -> String {
    let bounds = field.bounds.map { " \($0.description.capitalized)." } ?? ""
    // Updates alone refuse null for a list.
    let most = switch field.kind {
    case .references(_, let most): " At most \(most)\(field.isRequired ? "; the list replaces the former one" : "")."
    case .items(_, let most): " At most \(most)."
    default: ""
    }
    return (entry.field(field.field)?.summary ?? "") + bounds + most
  }

  private func note(of field: WritableField) -> String {
    entry.directive("input", at: field.field)?.text("note").map { " \($0)" } ?? ""
  }
}
