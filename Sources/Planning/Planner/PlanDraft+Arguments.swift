import GraphQL
import SQL

extension PlanDraft {
  /// The arguments of a field: what the request gives for them, and how to coerce them whenever the plan is rendered.
  func arguments(of field: Field, _ definition: FieldType, path: [PathSegment]) -> GivenArguments {
    // The rendering of the plan, which makes errors, refuses values that cannot be coerced.
    let values = try? values(of: field, definition)
    let isConstant = !field.arguments.contains { $0.value.namesVariable }
    let planned = PlannedArguments(
      field: field, definitions: definition.arguments, path: path, constants: isConstant ? values : nil)
    return GivenArguments(planned: planned, values: values)
  }

  /// - Parameter parent: the level of the parents; nil under the root.
  func page(
    _ bounds: ListBounds, of arguments: GivenArguments, under parent: RowSet<Viewer>?
  ) throws(PlanRefusal) -> ListPage {
    func slot(
      _ name: String, as conversion: ArgumentConversion, of planned: PlannedArguments = arguments.planned
    ) -> SQL.Slot {
      BindSource<Viewer>.argument(of: planned, at: ArgumentPath(name), as: conversion).slot
    }
    switch bounds.kind {
    case .page(let first, let fromOne, let offset):
      return ListPage(
        first: slot(first, as: fromOne ? .firstFromOne : .first), offset: offset.map { slot($0, as: .offset) }, arguments: arguments.planned)
    case .ofParent(let first):
      guard let planned = parent?.arguments.planned else { throw .fault("a list is bounded by no argument of its parent's") }
      return ListPage(first: slot(first, as: .first, of: planned), arguments: planned)
    case .periods(let periods):
      let count = BindSource<Viewer>.periods(of: arguments.planned, periods)
      return ListPage(first: count.slot, arguments: arguments.planned)
    }
  }

  /// The arguments of a field for an expression. Which of them are given is part of the plan's shape;
  /// their values are not. Arguments that cannot be coerced are refused when the plan is rendered.
  /// - Parameter parent: the level that the field was selected of.
  func references(
    to field: Field, _ definition: FieldType, path: [PathSegment], in parent: RowSet<Viewer>?
  ) -> ArgumentReferences {
    if definition.arguments.isEmpty { return .none(for: Viewer.self, outer: parent?.arguments) }
    return references(to: arguments(of: field, definition, path: path), in: parent)
  }

  func references(to arguments: GivenArguments, in parent: RowSet<Viewer>?) -> ArgumentReferences {
    ArgumentReferences(given: arguments.names, of: arguments.planned, outer: parent?.arguments) { name, conversion in
      BindSource<Viewer>.argument(of: arguments.planned, at: ArgumentPath(name), as: conversion).slot
    }
  }

  /// A refusal because of an argument, with the place of the field and what leads to the wrong value.
  func refusal(_ error: GraphQLError, of arguments: GivenArguments, at path: ArgumentPath) -> PlanRefusal {
    .invalid(arguments.planned.placed(error, at: path, in: operation.source))
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
