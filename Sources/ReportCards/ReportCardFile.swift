extension ReportCard {
  /// The name of a file with the report card: `Report card Ada Rivera, Fall 2026.pdf`.
  /// - Parameter ending: without the point.
  package func fileName(in language: DocumentLanguage, ending: String) -> String {
    let parts = ["\(language.words.title) \(head.student)"] + [head.term, head.schoolYear].compactMap(\.self)
    let name = parts.joined(separator: ", ").withoutControls.replacing(/[\/\\:*?"<>|]/, with: "_")
    return "\(name.prefix(Self.longestName)).\(ending)"
  }

  private static let longestName = 120
}
