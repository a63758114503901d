/// The functions of the database that follow from the table of notices, as the files of `migrations/functions/`.
package enum NoticeFunctions {
  /// The texts by path.
  package static var files: [String: String] {
    [
      "core/notice_title.sql": words(.title), "core/notice_body.sql": words(.body), "core/notice_kind.sql": kind,
      "core/notice_matter.sql": matter, "core/notice_lifetime.sql": lifetime, "core/notice_ignores_quiet_hours.sql": quiet,
    ]
  }

  private static let origin = """
    -- Written from Sources/Domain/Core/Notices: HATCHED_RECORD_NOTICES=1 scripts/test --filter NoticeFileTests
    """

  private static func function(
    _ description: String, _ name: String, _ parameters: String, returns type: String, _ body: String, callers: String? = nil
  ) -> String {
    let types = parameters.split(separator: ",").map { $0.split(separator: " ").last ?? "" }.joined(separator: ", ")
    return """
      \(description)
      --
      \(origin)
      CREATE OR REPLACE FUNCTION \(name)(\(parameters)) RETURNS \(type)
      LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
      \(body)
      $$;
      REVOKE ALL ON FUNCTION \(name)(\(types)) FROM PUBLIC;
      \(callers.map { "GRANT EXECUTE ON FUNCTION \(name)(\(types)) TO \($0);\n" } ?? "")
      """
  }

  /// The title or the body of a notice.
  private static func words(_ part: NoticeText.Part) -> String {
    let standard = NoticeText.standardLanguage
    let languages = NoticeText.all.keys.filter { $0 != standard }.sorted()
    let others = languages.map { "    WHEN '\($0)' THEN\n\(cases(part, in: $0))" }.joined(separator: "\n")
    let variables = NoticeArgument.allCases.map { "  \($0.variable) text := given ->> '\($0.rawValue)';" }.joined(separator: "\n")
    return function(
      """
      -- The \(part.rawValue) of a notice in a language, such as `de` or `de-AT`. A language without texts reads English, and an event
      -- without a text its name.
      """, "notice_\(part.rawValue)", "event text, arguments text, language text", returns: "text",
      """
      DECLARE
        given jsonb := arguments::jsonb;
      \(variables)
        words text;
      BEGIN
        CASE lower(substring(language FROM '^[A-Za-z]+'))
      \(others)
          ELSE
      \(cases(part, in: standard))
        END CASE;
        RETURN left(coalesce(words, event), \(part.limit));
      END
      """, callers: "hatched_app")
  }

  private static func cases(_ part: NoticeText.Part, in language: String) -> String {
    let texts = NoticeText.all[language] ?? [:]
    let cases = Notice.all.compactMap { notice -> String? in
      let forms = texts[notice.event].map { $0[part] } ?? []
      guard !forms.isEmpty else { return nil }
      let expressions = forms.map(expression)
      let value = expressions.count == 1 ? expressions[0] : "coalesce(\(expressions.joined(separator: ", ")))"
      return "        WHEN '\(notice.event)' THEN \(value)"
    }
    return "      words := CASE event\n\(cases.joined(separator: "\n"))\n      END;"
  }

  /// A template as an expression: null where an argument is missing.
  ///
  ///     student || ' is ready'
  private static func expression(_ template: String) -> String {
    (NoticeText.pieces(of: template) ?? []).map { piece in
      switch piece {
      case .text(let text): "'\(text.replacing("'", with: "''"))'"
      case .argument(let argument): argument.variable
      }
    }.joined(separator: " || ")
  }

  private static var kind: String {
    let events = Notice.all.filter { $0.event != $0.kind.rawValue }
    let cases = NoticeKind.allCases.compactMap { kind -> String? in
      let own = events.filter { $0.kind == kind }.map { "'\($0.event)'" }
      return own.isEmpty ? nil : "    WHEN event IN (\(own.joined(separator: ", "))) THEN '\(kind.rawValue)'"
    }
    return function(
      "-- The kind of an event of notices.", "notice_kind", "event text", returns: "text",
      "BEGIN\n  RETURN CASE\n\(cases.joined(separator: "\n"))\n    ELSE event\n  END;\nEND")
  }

  private static var matter: String {
    let cases = Notice.all.compactMap { notice in notice.matter.map { "    WHEN '\(notice.event)' THEN '\($0)'" } }
    return function(
      "-- The matter of an event of notices: events that undo each other have one. Null for an event by itself.",
      "notice_matter", "event text", returns: "text",
      "BEGIN\n  RETURN CASE event\n\(cases.joined(separator: "\n"))\n  END;\nEND")
  }

  private static var lifetime: String {
    let cases = NoticeKind.allCases.map { "    WHEN '\($0.rawValue)' THEN interval '\($0.lifetime) minutes'" }
    return function(
      "-- The time after which nobody needs a push of a kind.", "notice_lifetime", "kind text", returns: "interval",
      "BEGIN\n  RETURN CASE kind\n\(cases.joined(separator: "\n"))\n    ELSE interval '1 day'\n  END;\nEND")
  }

  private static var quiet: String {
    let kinds = NoticeKind.allCases.filter(\.ignoresQuietHours).map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return function(
      "-- Whether pushes of a kind ignore quiet hours.", "notice_ignores_quiet_hours", "kind text", returns: "boolean",
      "BEGIN\n  RETURN kind IN (\(kinds));\nEND")
  }
}
