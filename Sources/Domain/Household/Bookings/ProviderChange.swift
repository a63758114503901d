import GraphQL
import Planning
import SQL

/// `applyAsProvider` and `setWorkingHours` (ME-08).
enum ProviderChange {
  /// The most languages of a provider, and working hours.
  static let maximumOfLanguages = 20
  static let maximumOfHours = 50

  /// Makes the account a provider, or changes what the directory says of it. The account is locked.
  static var apply: Resolver<Viewer> {
    .providerMutation { input, rows throws(MutationFailure) in
      let values = try values(input)
      let place = try await rows.lockedPlace()
      if let id = try await ProviderWriting.lock(rows) {
        try await ProviderWriting.count(input, rows)
        try await write(input) { () throws(MutationFailure) in _ = try await rows.update(ProviderPlace.self, key: id, values) }
        return ["providerPlace": id]
      }
      guard place == nil else {
        throw .forbidden("A provider is an account of its own: sign in with one that is in no family.", at: input.place)
      }
      let id = UUIDValue.timeOrdered()
      try await write(input) { () throws(MutationFailure) in try await rows.insert(ProviderPlace.self, key: id, values) }
      return ["providerPlace": id]
    }
  }

  /// Runs a write of a time zone: the database alone knows which names there are.
  private static func write(
    _ input: MutationInput, _ write: () async throws(MutationFailure) -> Void
  ) async throws(MutationFailure) {
    do throws(MutationFailure) {
      try await write()
    } catch {
      guard case .database(let refusal) = error, refusal.reason == .statement(.invalidParameterValue) else { throw error }
      throw .invalid(
        "\"timeZone\" must be the IANA name of a time zone that there is, such as America/New_York.", at: input.path(of: "timeZone"))
    }
  }

  static var setHours: Resolver<Viewer> {
    .providerMutation { input, rows throws(MutationFailure) in
      let items = try input.items("hours", atMost: maximumOfHours)
      var (days, starts, ends): ([String], [String], [String]) = ([], [], [])
      for item in items {
        guard case .literal(let from, _)? = try item.time("from"), case .literal(let until, _)? = try item.time("until") else { continue }
        days.append(item.enumValue("day") ?? "")
        starts.append(from)
        ends.append(until)
      }
      let id = try await ProviderWriting.locked(input, rows)
      try await ProviderWriting.count(input, rows)
      _ = try await rows.update(
        ProviderPlace.self, key: id,
        [
          Provider.set(.hourDays, .textArray(days)), Provider.set(.hourStarts, sql: "\(bind: .textArray(starts))::time[]"),
          Provider.set(.hourEnds, sql: "\(bind: .textArray(ends))::time[]"),
        ])
      return ["providerPlace": id]
    }
  }

  private static func values(_ input: MutationInput) throws(MutationFailure) -> [ColumnValue] {
    let name = try input.text("name", characters: 1...200, lines: .name) ?? ""
    let text = try input.optionalText("text", characters: 1...5_000, lines: .many)
    let area = try input.optionalText("area", characters: 1...200, lines: .name)
    let languages = try input.texts("languages", characters: 2...35, atMost: maximumOfLanguages) ?? []
    if let language = languages.first(where: { $0.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) == nil }) {
      throw .invalid("\"\(language)\" is no tag of a language, such as de or en-GB.", at: input.path(of: "languages"))
    }
    guard let zone = try input.timeZone("timeZone") else { throw input.notFound("timeZone") }
    return [
      Provider.set(.name, .text(name)), Provider.set(.text, text.map { .text($0) } ?? .null(.text)),
      Provider.set(.area, area.map { .text($0) } ?? .null(.text)), Provider.set(.languages, .textArray(languages)),
      Provider.set(.timeZone, sql: "known_time_zone(\(bind: zone))"),
    ]
  }
}
