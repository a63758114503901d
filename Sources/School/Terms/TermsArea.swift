package import Planning

extension Area where Viewer == School.Viewer {
  /// School years and their terms (GT-02).
  package static var terms: Area {
    Area(
      types: [SchoolYear.self, Term.self],
      resolvers: [
        "Family.schoolYears": .toMany(access: .family),
        "Family.currentTerm": .lookup(access: .family) { _, viewer in Term.current(viewer) },
      ])
  }
}
