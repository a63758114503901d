extension Schema {
  /// The schema that several SDL texts define together; extensions may stand in any of them. The built-in
  /// scalars, directives and introspection types are added.
  ///
  /// - Throws: All syntax errors, or else all that specification section 3 forbids.
  package init(sdl: [Source]) throws(SchemaError) {
    let draft = try SchemaDraft(parsing: sdl)
    let schema = Schema(draft)
    for rules in [SchemaRule.definitionRules, SchemaRule.typeRules] {
      var report = SchemaReport(draft: draft)
      for rule in rules { rule.check(draft, schema, &report) }
      if !report.errors.isEmpty { throw SchemaError(errors: report.errors) }
    }
    self = schema
  }
}
