extension SchemaRule {
  /// A schema holds no operations and fragments — specification section 3.1.
  static let typeSystemDefinitionsOnly = SchemaRule { draft, _, report in
    for place in draft.executables {
      report.report("Executable definitions are not allowed in a schema.", at: place)
    }
  }
}
