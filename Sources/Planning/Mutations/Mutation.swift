package import SQL

/// The implementation of a field of the mutation type: a plain function from its input to its changes, run in a
/// transaction of its own — specification section 6.2.2.
///
/// The client's selection of the result is planned like any query, and read in the same transaction.
package struct Mutation<Viewer: ViewerContext>: Sendable {
  /// Work done before the transaction, which must not keep a connection waiting, such as a request to another server.
  /// It is done once, also when the transaction is retried.
  /// - Throws: `MutationFailure`; then there is no transaction.
  package typealias Preparation =
    @Sendable (_ input: MutationInput) async throws(MutationFailure) -> Change

  /// The same where something has to be looked up first, or counted.
  package typealias LookupPreparation =
    @Sendable (_ input: MutationInput, _ lookups: PreparationLookups<Viewer>) async throws(MutationFailure) -> Change

  /// The work done in the transaction.
  /// - Throws: `MutationFailure`; then nothing is changed.
  package typealias Change =
    @Sendable (_ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> MutationOutcome<Viewer>

  /// Most mutations: all is done in the transaction, and answered to who asked.
  package typealias KeyChange =
    @Sendable (_ input: MutationInput, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> ChangedKeys

  /// The change of one row that the input asks for.
  /// - Throws: `MutationFailure` when the input names no row.
  package typealias Write =
    @Sendable (_ input: MutationInput, _ viewer: Viewer) throws(MutationFailure) -> RowWrite<Viewer>

  /// The one statement that may be all there is to do; nil where it takes more.
  package typealias Single =
    @Sendable (_ input: MutationInput, _ statements: ScopedStatements<Viewer>) throws(MutationFailure)
    -> SingleStatementWrite?

  package internal(set) var prepare: LookupPreparation
  /// Tried first. Where there is no such statement, or it gives no row, nothing was changed, and what `prepare` returns is
  /// done.
  package internal(set) var single: Single?
  /// How often it may be tried; nil for as often as requests may be sent at all.
  package let limit: AttemptLimit?
  /// Whether it tries a secret, or is limited in how often it may be tried: a request has at most one of these.
  let isAttempt: Bool
  /// Whether the answer may be for another viewer than the one who asked: signing in makes a stranger an account.
  package let changesViewer: Bool
  /// The maximum number of changed rows in a list of its payload; nil without lists.
  var maximumListed: Int?
  /// The viewer's sessions that it ends.
  package let endedSessions: EndedSessions
  /// Whether it is done as what the viewer is at places, and not as a member of its family: then no family is locked before
  /// those that the change finds.
  package var isStaffMutation = false
  /// The effect for which the mutation asks for a recent sign-in; nil for none.
  package internal(set) var consequence: Consequence?
  /// The names of the requirements that it declares.
  package internal(set) var requirements: [String] = []

  init(
    prepare: @escaping Preparation, single: Single? = nil, limit: AttemptLimit? = nil, isAttempt: Bool = false,
    changesViewer: Bool = false, ending endedSessions: EndedSessions = .none
  ) {
    self.init(
      preparing: { input, _ throws(MutationFailure) in try await prepare(input) }, single: single, limit: limit,
      isAttempt: isAttempt, changesViewer: changesViewer, ending: endedSessions)
  }

  init(
    preparing prepare: @escaping LookupPreparation, single: Single? = nil, limit: AttemptLimit? = nil, isAttempt: Bool = false,
    changesViewer: Bool = false, ending endedSessions: EndedSessions = .none
  ) {
    self.prepare = prepare
    self.single = single
    self.limit = limit
    self.isAttempt = isAttempt || limit != nil
    self.changesViewer = changesViewer
    self.endedSessions = endedSessions
  }

  /// All is done in the transaction.
  init(ending endedSessions: EndedSessions = .none, _ change: @escaping KeyChange) {
    self.init(
      prepare: { input throws(MutationFailure) in
        { rows throws(MutationFailure) in .changed(try await change(input, rows)) }
      }, ending: endedSessions)
  }

  /// One row is changed.
  init(_ write: @escaping Write) {
    self.init(
      prepare: { input throws(MutationFailure) in
        { rows throws(MutationFailure) in .changed(try await write(input, rows.viewer).run(rows)) }
      },
      single: { input, statements throws(MutationFailure) in
        try write(input, statements.viewer).single(in: statements)
      })
  }
}

/// The sessions of the viewer that a mutation ends. It locks these exclusively from its start, and other mutations share
/// the lock of theirs.
package enum EndedSessions: String, Hashable, Sendable, CaseIterable {
  case none = "NONE"
  /// The session of the request.
  case own = "OWN"
  /// All sessions of the account.
  case all = "ALL"
}

/// The outcome of a mutation.
package enum MutationOutcome<Viewer: ViewerContext>: Sendable {
  /// Work done after the commit, whatever its outcome: at most to other servers, since there is no transaction.
  /// - Returns: further values of the payload.
  package typealias Afterwards = @Sendable () async -> [String: GivenValue]

  /// Rows were changed.
  /// - Parameters:
  ///   - finally: the statements with which the change ends, on which nothing more depends: they share the round trip of the answer and
  ///     of COMMIT.
  ///   - values: the payload's values that are in no row, such as a token.
  ///   - viewer: the reader of the payload; nil for the sender, in whose scope the transaction still is, or is again.
  ///   - afterwards: the work after COMMIT, before the answer is written; no connection is held meanwhile.
  case changed(
    ChangedKeys, finally: [SQL] = [], values: [String: GivenValue] = [:], viewer: Viewer? = nil, afterwards: Afterwards? = nil)
  /// The client is refused, and yet the rows written stay: the count of an attempt, for example.
  case refused(MutationFailure)
}

/// The keys of the rows that a mutation changed, by the name under which its payload refers to them.
///
///     ["assignment": …, "course": …]
package struct ChangedKeys: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var keys: [String: UUIDValue]
  private var lists: [String: [UUIDValue]] = [:]

  package init(dictionaryLiteral elements: (String, UUIDValue)...) {
    keys = Dictionary(elements) { _, last in last }
  }

  /// The keys of several rows, in the order in which the payload has them.
  package subscript(all name: String) -> [UUIDValue] {
    get { lists[name] ?? [] }
    set { lists[name] = newValue }
  }

  /// Nil where there is no such row, such as the course of an assignment that has none.
  package subscript(name: String) -> UUIDValue? {
    get { keys[name] }
    set { keys[name] = newValue }
  }
}

/// A value of a payload that a mutation gives, and that is in no row.
package enum GivenValue: Hashable, Sendable {
  case text(String)
  case integer(Int32)
  case boolean(Bool)
  /// In seconds since 1970-01-01 00:00 UTC.
  case moment(Int64)
  /// A value that is JSON already, in UTF-8.
  case json([UInt8])
}
