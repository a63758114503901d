/// A rule of specification section 5.
///
/// For each document a rule makes a visitor: closures that are called while one walk over the document goes
/// on. They share what the rule has to remember.
struct ValidationRule: Sendable {
  let makeVisitor: @Sendable (ValidationContext) -> ValidationVisitor

  init(_ makeVisitor: @escaping @Sendable (ValidationContext) -> ValidationVisitor) {
    self.makeVisitor = makeVisitor
  }
}

/// A rule's handlers for the nodes of a document. The context tells the types at the place of the walk.
struct ValidationVisitor {
  var enterDocument: ((Document) -> Void)?
  /// After all definitions: `ValidationContext.variableUsages(in:)` is complete.
  var leaveDocument: ((Document) -> Void)?
  var enterOperation: ((OperationDefinition) -> Void)?
  var leaveOperation: ((OperationDefinition) -> Void)?
  var enterFragment: ((FragmentDefinition) -> Void)?
  var enterVariableDefinition: ((VariableDefinition) -> Void)?
  /// A named type in a type condition or a variable definition.
  var enterNamedType: ((Name) -> Void)?
  var enterSelectionSet: ((SelectionSet) -> Void)?
  var enterField: ((Field) -> Void)?
  var leaveField: ((Field) -> Void)?
  var enterFragmentSpread: ((FragmentSpread) -> Void)?
  var enterInlineFragment: ((InlineFragment) -> Void)?
  var enterDirective: ((Directive, DirectiveLocation) -> Void)?
  var leaveDirective: ((Directive) -> Void)?
  /// An argument of the current field.
  var enterFieldArgument: ((Argument) -> Void)?
  /// The value of an argument or the default of a variable, with the type it should have, if that is known.
  var enterInput: ((Value, TypeReference?) -> Void)?
}
