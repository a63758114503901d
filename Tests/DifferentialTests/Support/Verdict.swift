import GraphQL

/// An error as it is compared: where, and what it says.
struct Finding: Hashable, Sendable, CustomStringConvertible {
  var locations: [Location]
  var message: String

  /// `1:3 1:9 Unknown …`
  var description: String {
    (locations.map { "\($0.line):\($0.column)" } + [message]).joined(separator: " ")
  }

  init(locations: [Location], message: String) {
    self.locations = locations
    self.message = message
  }

  init(_ error: GraphQLError) {
    self.init(locations: error.locations, message: error.message)
  }

  /// `{"message": "…", "locations": [[1, 3]]}`
  init(_ answer: JSONValue) throws(UnexpectedAnswer) {
    guard case .string(let message) = answer["message"], case .array(let places) = answer["locations"]
    else { throw UnexpectedAnswer(answer) }
    self.message = message
    locations = []
    for place in places {
      guard case .array(let pair) = place, pair.count == 2, case .number(let line) = pair[0],
        case .number(let column) = pair[1], let line = Int(line), let column = Int(column)
      else { throw UnexpectedAnswer(answer) }
      locations.append(Location(line: line, column: column))
    }
  }
}

/// The outcome of a stage of reading a document.
enum Verdict: Hashable, Sendable, CustomStringConvertible {
  case valid
  /// The document has this syntax error.
  case syntaxError(Finding)
  /// The document breaks these rules.
  case invalid([Finding])
  /// It was too much: a limit of ours.
  case limitExceeded(Finding)

  /// A line for each error; `valid` for none.
  var description: String {
    switch self {
    case .valid: "valid"
    case .syntaxError(let finding), .limitExceeded(let finding): finding.description
    case .invalid(let findings): findings.map(\.description).joined(separator: "\n")
    }
  }

  init(_ errors: [GraphQLError]) {
    if let error = errors.first(where: { $0.code == .limitExceeded }) {
      self = .limitExceeded(Finding(error))
    } else if errors.count == 1, errors[0].code == .parseFailed {
      self = .syntaxError(Finding(errors[0]))
    } else {
      self = errors.isEmpty ? .valid : .invalid(errors.map { Finding($0) })
    }
  }

  var findings: [Finding] {
    switch self {
    case .valid: []
    case .syntaxError(let finding), .limitExceeded(let finding): [finding]
    case .invalid(let findings): findings
    }
  }

  /// With the errors in an order that does not depend on the order in which rules looked for them.
  var sorted: Verdict {
    guard case .invalid(let findings) = self else { return self }
    return .invalid(findings.sorted { ($0.comparedMessage, $0.description) < ($1.comparedMessage, $1.description) })
  }

  /// Whether both say valid, or both say syntax error, or both say that rules are broken.
  func isSameKind(as other: Verdict) -> Bool {
    switch (self, other) {
    case (.valid, .valid), (.syntaxError, .syntaxError), (.invalid, .invalid), (.limitExceeded, .limitExceeded):
      true
    default: false
    }
  }
}

extension Verdict {
  /// Ours on a document that is to be executed.
  static func ours(onDocument text: String, schema: Schema) -> Verdict {
    let source = Source(text)
    do {
      let document = try Document(parsing: source)
      return Verdict(Validator(schema: schema).validate(document, source: source))
    } catch {
      return Verdict([error])
    }
  }

  /// Ours on a type system document.
  static func ours(onSDL text: String) -> Verdict {
    do {
      _ = try Schema(sdl: [Source(text)])
      return .valid
    } catch {
      return Verdict(error.errors)
    }
  }
}
