import GraphQL

/// The fields that `@record` adds.
struct RecordFields {
  private let words: Words

  init(_ words: Words) { self.words = words }

  /// The fields of the type, with `id` before them and the others after them.
  func around(_ fields: [FieldDefinition]) -> [FieldDefinition] {
    [FieldDefinition("id", .required("ID"), "The \(words.one)'s id.")] + fields + [
      FieldDefinition("createdAt", .required("DateTime"), "When the \(words.one) was created."),
      FieldDefinition("updatedAt", .required("DateTime"), "When the \(words.one) last changed."),
      FieldDefinition(
        "version", .required("Int"),
        "Counts the changes of the \(words.one), from 1. `ifVersion` of an update or deletion names the version expected."),
    ]
  }
}
