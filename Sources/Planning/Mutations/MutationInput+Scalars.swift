package import SQL

/// The scalars that are text with a form of its own: what has another form is refused, with an example.
extension MutationInput {
  /// A `Date`; nil when it is absent or null.
  package func date(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, .date).map { .literal($0, .date) }
  }

  /// A `Time`; nil when it is absent or null.
  package func time(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, .time).map { .literal($0, .time) }
  }

  /// A `DateTime`; nil when it is absent or null.
  package func dateTime(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, .dateTime).map { .literal($0, .timestamptz) }
  }

  /// A `Color`, in upper case; nil when it is absent or null.
  package func color(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, .color).map { .text($0) }
  }

  /// A `URL`, percent-encoded; nil when it is absent or null.
  package func url(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, .url).map { .text($0) }
  }

  /// A `Decimal`, exact; nil when it is absent or null.
  package func exactDecimal(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, .decimal).map { .literal($0, .numeric) }
  }

  /// A `Currency`; nil when it is absent or null.
  package func currency(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, .currency).map { .text($0) }
  }

  /// An `EmailAddress`; nil when it is absent or null.
  package func emailAddress(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, .emailAddress).map { .text($0) }
  }

  /// A `TimeZone` of a form that may be a name; the database knows which there are. Nil when it is absent or null.
  package func timeZone(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, .timeZone).map { .text($0) }
  }

  /// A telephone number in the form of E.164; nil when it is absent or null.
  /// - Parameter characters: how many there may be as it was typed.
  package func telephone(_ name: String, characters: ClosedRange<Int>) throws(MutationFailure) -> SQLValue? {
    guard let typed = try optionalText(name, characters: characters, lines: .name) else { return nil }
    do throws(TelephoneNumber.Problem) {
      return .text(try TelephoneNumber(typed).text)
    } catch {
      throw .invalid("\"\(name)\" \(error.message)", at: path(of: name))
    }
  }

  private func scalar(_ name: String, _ form: ScalarForm) throws(MutationFailure) -> String? {
    guard let text = try given(name) else { return nil }
    if let problem = form.problem(of: text) { throw .invalid("\"\(name)\" \(problem)", at: path(of: name)) }
    return form.canonical(text)
  }
}
