/// A rule of specification section 3 for schemas.
struct SchemaRule: Sendable {
  let check: @Sendable (SchemaDraft, Schema, inout SchemaReport) -> Void

  /// The rules on the meaning of names. The second list depends on these.
  static let definitionRules: [SchemaRule] = [
    .typeSystemDefinitionsOnly,
    .loneSchemaDefinition,
    .uniqueOperationTypes,
    .uniqueTypeNames,
    .uniqueDirectiveNames,
    .possibleTypeExtensions,
    .uniqueFieldDefinitionNames,
    .uniqueEnumValueNames,
    .uniqueArgumentDefinitionNames,
    .knownTypeReferences,
    .directivesOnDefinitions,
    .uniqueFieldsInValues,
  ]

  static let typeRules: [SchemaRule] = [
    .rootTypes,
    .reservedNames,
    .nonEmptyTypes,
    .outputPositions,
    .inputPositions,
    .implementedInterfaces,
    .interfaceFields,
    .unionMembers,
    .directiveArgumentValues,
    .deprecatedInputs,
    .oneOfInputObjects,
    .noInputObjectCycles,
    .defaultValues,
    .noDefaultValueCycles,
    .noDirectiveCycles,
  ]
}
