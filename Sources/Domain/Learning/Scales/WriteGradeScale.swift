import Planning
import SQL

extension Resolver where Viewer == Domain.Viewer {
  /// Adds a grade scale with its steps.
  static var createGradeScale: Resolver {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.newID()
      let name = try input.text("name", characters: 1...200, lines: .name) ?? ""
      let steps = try GradeScaleStep.steps(of: input)
      guard try await rows.isNew(id, of: GradeScale.self, for: input) else { return ["gradeScale": id] }
      try await rows.insert(GradeScale.self, key: id, [GradeScale.set(.name, .text(name))])
      try await GradeScaleStep.add(steps, to: id, rows)
      return ["gradeScale": id]
    }
  }

  /// Changes the name of a grade scale, or all its steps.
  static var updateGradeScale: Resolver {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let found = try await rows.locked(GradeScale.self, key: id, columns: [.version])
      guard found.count == 1 else { throw input.notFound("id") }
      if let version = try input.integer("ifVersion"), let current = found.int4(row: 0, column: 0), version != current {
        throw .conflict("It has changed since that version: read it again.", at: input.path(of: "ifVersion"), version: current)
      }
      for field in ["name", "steps"] where input.isNull(field) {
        throw .invalid("\"\(field)\" must not be null.", at: input.path(of: field))
      }
      let name = try input.text("name", characters: 1...200, lines: .name)
      let steps = input.isGiven("steps") ? try GradeScaleStep.steps(of: input) : []
      _ = try await rows.update(GradeScale.self, key: id, name.map { [GradeScale.set(.name, .text($0))] } ?? [])
      if !steps.isEmpty {
        _ = try await rows.delete(GradeScaleStep.self, where: .gradeScaleID, isAmong: [id])
        try await GradeScaleStep.add(steps, to: id, rows)
      }
      return ["gradeScale": id]
    }
  }
}
