package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Planner tasks, and the planner that joins them with assignments (REQ-PLAN). Nothing here removes an
  /// assignment (REQ-CURR-015, REQ-PLAN-011).
  package static var planner: Area {
    Area(
      types: [PlannerTask.self, PlannerEntry.self, PlannerDay.self],
      resolvers: [
        "Query.planner": .all(bounds: ListBounds(first: "days", offset: nil), access: .signedIn),
      ])
  }
}
