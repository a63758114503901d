import GraphQL
import SQL

extension PlanDraft {
  /// Keeps the arguments of a field, to be coerced whenever the plan is rendered.
  func plannedArguments(_ field: Field, _ definition: FieldType, path: [PathSegment]) -> Int {
    arguments.append(arguments(of: field, definition, path: path))
    return arguments.count - 1
  }

  func arguments(of field: Field, _ definition: FieldType, path: [PathSegment]) -> PlannedArguments {
    let isConstant = !field.arguments.contains { $0.value.namesVariable }
    // What cannot be coerced is refused when the plan is rendered, where errors are made.
    let constants = isConstant ? try? values(of: field, definition) : nil
    return PlannedArguments(field: field, definitions: definition.arguments, path: path, constants: constants)
  }

  /// What is given for an argument. Only its shape may have a say in the plan.
  /// - Returns: nil for an argument that is absent or null, and for arguments that cannot be coerced, which are
  ///   refused when the plan is rendered.
  func given(_ name: String, of field: Field, _ definition: FieldType) -> InputValue? {
    guard let value = (try? values(of: field, definition))?[name], value != .null else { return nil }
    return value
  }

  /// - Parameter list: the planned arguments of the field.
  func page(_ bounds: ListBounds, of list: Int) -> ListPage {
    ListPage(
      first: slots.slot(for: .argument(list: list, at: ArgumentPath(bounds.first), as: .first)),
      offset: bounds.offset.map { slots.slot(for: .argument(list: list, at: ArgumentPath($0), as: .offset)) },
      arguments: list)
  }

  /// The arguments of a field for an expression. Which of them are given is part of the plan's shape;
  /// their values are not. Arguments that cannot be coerced are refused when the plan is rendered.
  /// - Parameters:
  ///   - planned: the planned arguments of the field, where they are known already.
  ///   - parent: the level that the field was selected of.
  func references(
    to field: Field, _ definition: FieldType, path: [PathSegment], planned: Int? = nil,
    in parent: LevelBuilder<Viewer>?
  ) -> ArgumentReferences {
    let given = ((try? values(of: field, definition))?.members ?? []).filter { $0.value != .null }.map(\.name)
    var list = planned
    // Levels keep this, and the draft keeps the levels: it is there as long as anyone plans, and must go after that.
    return ArgumentReferences(given: Set(given), outer: parent?.arguments) { [unowned self] name, conversion in
      let known = list ?? plannedArguments(field, definition, path: path)
      list = known
      return slots.slot(for: .argument(list: known, at: ArgumentPath(name), as: conversion))
    }
  }

  /// A refusal because of an argument, with the place of the field and what leads to the wrong value.
  func refusal(_ error: GraphQLError, of list: Int, at path: ArgumentPath) -> PlanRefusal {
    .invalid(arguments[list].placed(error, at: path, in: operation.source))
  }

  private func values(of field: Field, _ definition: FieldType) throws(GraphQLError) -> ArgumentValues {
    try ArgumentValues(
      coercing: field.arguments, definitions: definition.arguments, variables: variables,
      schema: planner.map.schema, source: operation.source
    ).defaultingNulls(of: definition.arguments, schema: planner.map.schema)
  }
}

extension Value {
  fileprivate var namesVariable: Bool {
    switch kind {
    case .variable: true
    case .list(let items): items.contains { $0.namesVariable }
    case .object(let fields): fields.contains { $0.value.namesVariable }
    case .int, .float, .string, .boolean, .null, .enum: false
    }
  }
}
