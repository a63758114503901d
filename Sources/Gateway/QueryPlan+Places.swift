import Planning
import Domain

extension QueryPlan<Viewer> {
  /// Whether an answer may read rows of the viewer's places at schools.
  var readsPlaces: Bool { VersionScope(dependencies).readsPlaces }
}
