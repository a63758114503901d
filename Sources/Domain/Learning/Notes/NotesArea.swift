package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Notes and their tags.
  package static var notes: Area {
    Area(
      types: [Note.self, NoteTag.self], hidden: [NoteTagging.self],
      resolvers: [
        "Family.notes": .toMany(access: .family),
        "Family.notesConnection": .connection(access: .family),
        "Family.noteTags": .toMany(access: .family),
        "Course.notes": .toMany(access: .family),
        "Course.notesConnection": .connection(access: .family),
        "Assignment.notes": .toMany(access: .family),
      ])
  }
}
