/// The enum of events and their arguments in the schema, and the tables of docs/push.md, which follow from the table of notices.
package enum NoticeDocuments {
  /// `schema/notices.graphql`.
  package static var schema: String {
    let events = Notice.all.filter { $0.kind.channel == .members }
    let values = events.map { "  \"\($0.summary)\"\n  \($0.event)\n" }.joined()
    let fields = NoticeArgument.allCases.map { argument in
      "  \"\(argument.summary)\"\n  \(argument.rawValue): \(argument == .dueDate ? "Date" : "String")\n"
    }.joined()
    return """
      # Follows from Sources/Domain/Core/Notices. Write it anew: HATCHED_RECORD_NOTICES=1 scripts/test --filter NoticeFileTests

      \"""
      The event of a notification. Later versions may add events: clients show the title of an event that they do not know.
      \"""
      enum NotificationEvent {
      \(values)}

      "The names and texts that the words of a notification are made of. Null where the event has none, or none is known."
      type NotificationArguments {
      \(fields)}

      """
  }

  /// The table of the kinds.
  package static var kinds: String {
    let rows = NoticeKind.allCases.map { kind in
      let place =
        switch kind.replaced {
        case .nothing: ""
        case .ofAssignment: "of the same assignment"
        case .ofNotice: "of the same notice"
        }
      let lifetime = kind.lifetime < 60 ? "\(kind.lifetime) minutes" : "\(kind.lifetime / 60) hours"
      return """
        | `\(kind.rawValue)` | \(kind.channel == .members ? "members" : "staff") | \(kind.isImmediate ? "at once" : "considerate") | \
        \(lifetime) | \(kind.ignoresQuietHours ? "does not wait" : "waits") | \(mutes(kind)) | \(place) |
        """
    }
    return """
      | kind | receivers | priority | lifetime | quiet hours | can be muted | replaces pushes |
      | --- | --- | --- | --- | --- | --- | --- |
      \(rows.joined(separator: "\n"))
      """
  }

  private static func mutes(_ kind: NoticeKind) -> String {
    if kind.channel == .staff { return "by the device" }
    return kind.canBeMuted ? "yes" : "no"
  }

  /// The table of events with the keys of their texts.
  package static var events: String {
    let rows = Notice.all.flatMap { notice -> [String] in
      let arguments = notice.required.map(\.rawValue) + notice.optional.map { "\($0.rawValue)?" }
      return keys(notice).enumerated().map { index, key in
        let first = index == 0 ? "`\(notice.kind.rawValue)` | `\(notice.event)` | \(arguments.joined(separator: ", "))" : "| |"
        return "| \(first) | `\(key.name)` | \(key.arguments.map(\.rawValue).joined(separator: ", ")) | \(example(notice, key)) |"
      }
    }
    return """
      | kind | event | arguments of the event | key | arguments of the key | text of the key, such as |
      | --- | --- | --- | --- | --- | --- |
      \(rows.joined(separator: "\n"))
      """
  }

  private static func keys(_ notice: Notice) -> [Notice.PushKey] {
    switch notice.push {
    case .keys(let keys): keys
    case .words(let nameless): [nameless]
    }
  }

  private static func example(_ notice: Notice, _ key: Notice.PushKey) -> String {
    if case .words = notice.push { return key.example + " With names shown: its title and text, without a key" }
    return key.example
  }
}
