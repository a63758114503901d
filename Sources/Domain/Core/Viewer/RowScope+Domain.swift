package import Planning

extension RowScope where Viewer == Domain.Viewer {
  /// Rows of the viewer's family.
  package static var family: RowScope { RowScope(column: "family_id", attribute: .familyID) }
}
