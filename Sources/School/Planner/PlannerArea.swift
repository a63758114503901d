package import Planning

extension Area where Viewer == School.Viewer {
  /// Planner tasks, and the planner that joins them with assignments (REQ-PLAN). Nothing here removes an
  /// assignment (REQ-CURR-015, REQ-PLAN-011).
  package static var planner: Area {
    Area(
      entities: [.plannerTask, .plannerEntry, .plannerDay],
      resolvers: [
        "Query.planner": .all(bounds: ListBounds(first: "days", offset: nil), access: .signedIn),
        "Query.plannerTask": .lookup(by: "id", access: .signedIn),

        "Mutation.createPlannerTask": EntityMutations.plannerTask.create,
        "CreatePlannerTaskPayload.plannerTask": .changed("plannerTask", access: .family),
        "Mutation.updatePlannerTask": EntityMutations.plannerTask.update(),
        "UpdatePlannerTaskPayload.plannerTask": .changed("plannerTask", access: .family),
        "Mutation.deletePlannerTask": EntityMutations.plannerTask.delete(),
        "DeletePlannerTaskPayload.id": .changedKey("id", access: .family),
      ])
  }
}
