import Foundation
import Synchronization

/// One client of the load, on a thread of its own.
final class LoadClient: Sendable {
  enum Work: CaseIterable {
    case create, grade, read
  }

  let family: LoadFamily
  let work: Work
  private let port: Int
  private let ledger: Ledger
  private let isStopped = Atomic(false)
  /// When the last request that succeeded had begun.
  private let lastSuccess = Mutex<ContinuousClock.Instant?>(nil)

  init(_ work: Work, in family: LoadFamily, port: Int, ledger: Ledger) {
    self.work = work
    self.family = family
    self.port = port
    self.ledger = ledger
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Whether a request that was sent since then has succeeded.
  func hasSucceeded(since start: ContinuousClock.Instant) -> Bool {
    lastSuccess.withLock { $0.map { $0 >= start } ?? false }
  }

  /// Works until it is stopped.
  func run() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        let client = HTTPClient(port: port)
        var round = 0
        while !isStopped.load(ordering: .relaxed) {
          round += 1
          switch work {
          case .create where round.isMultiple(of: 8): passCourse(client)
          case .create: create(client, round)
          case .grade: grade(client, round)
          case .read: read(client)
          }
        }
        continuation.resume()
      }
    }
  }

  // MARK: Work

  /// Makes an assignment. A failed request is sent again, with the same id, or given up.
  private func create(_ client: HTTPClient, _ round: Int) {
    let id = Self.newID()
    let title = "Made \(round) \(family.id)"
    ledger.intend(id, title: title, in: family.id)
    while true {
      let (outcome, content) = send(.createAssignment(id, title, course: family.grownCourse, in: family), client)
      ledger.made(id, outcome)
      if outcome == .acknowledged {
        let row = content?.changed?.assignment
        if row?.id != id || row?.title != title {
          ledger.problem("made \(id), and was answered \(String(describing: row))")
        }
        return
      }
      if isStopped.load(ordering: .relaxed) || Int.random(in: 0..<3) == 0 { return }
    }
  }

  /// Makes a course with two assignments, and removes all three at once.
  private func passCourse(_ client: HTTPClient) {
    let course = Self.newID()
    guard send(.createCourse(course, in: family), client).outcome == .acknowledged else { return }
    ledger.change { $0.passing[course] = Ledger.Passing(family: family.id) }
    for number in 1...2 {
      let request = Request.createAssignment(Self.newID(), "Passing \(number)", course: course, in: family)
      guard send(request, client).outcome == .acknowledged else { return }
      ledger.change { $0.passing[course]?.assignments += 1 }
    }
    let outcome = send(.deleteCourse(course), client).outcome
    ledger.change { state in
      state.passing[course]?.isRemoved = outcome == .acknowledged
      state.passing[course]?.mayBeRemoved = outcome == .unknown
    }
  }

  private func grade(_ client: HTTPClient, _ round: Int) {
    let id = family.graded[round % family.graded.count]
    let points = Int.random(in: 0...100)
    let (outcome, content) = send(.grade(id, points: points), client)
    ledger.graded(id, outcome)
    guard outcome == .acknowledged else { return }
    guard let changed = content?.changed, let row = changed.assignment, row.id == id,
      row.percentage == Double(points), changed.course?.id == family.gradedCourse
    else { return ledger.problem("graded \(id) with \(points), and was answered \(String(describing: content))") }
  }

  private func read(_ client: HTTPClient) {
    let (outcome, content) = send(.read(family), client)
    guard outcome == .acknowledged else { return }
    guard let family = content?.family, let graded = content?.graded, let grown = content?.grown else {
      return ledger.problem("read, and was answered \(String(describing: content))")
    }
    for problem in problems(family, graded, grown) { ledger.problem(problem) }
  }

  // MARK: Checks of an answer

  private func problems(_ answer: Answer.Family, _ graded: Answer.Course, _ grown: Answer.Course) -> [String] {
    var problems: [String] = []
    func check(_ holds: Bool, _ problem: @autoclosure () -> String) { if !holds { problems.append(problem()) } }
    check(answer.id == family.id, "read family \(answer.id) as \(family.id)")
    check(Set(answer.students.map(\.id)) == family.students, "other students than the family's: \(answer.students)")
    check(graded.id == family.gradedCourse && grown.id == family.grownCourse, "other courses than those asked for")
    let rows = (graded.assignments ?? []) + (grown.assignmentsConnection?.nodes ?? [])
    for row in rows { check(row.title?.hasSuffix(family.id) == true, "a row of another family: \(row)") }
    check(Set((graded.assignments ?? []).map(\.id)) == Set(family.graded), "other assignments than the course's")
    let counted = answer.students.reduce(0) { $0 + $1.assignmentsSummary.count }
    let total = answer.assignmentsConnection.totalCount
    check(counted == total, "two snapshots: the students have \(counted) assignments, the family \(total)")
    let grownCount = grown.assignmentsSummary?.count ?? -1
    let grownTotal = grown.assignmentsConnection?.totalCount ?? -2
    check(grownCount == grownTotal, "two snapshots: \(grownCount) assignments in a course, and \(grownTotal)")
    let percentages = (graded.assignments ?? []).compactMap(\.percentage)
    // Whole percentages of four: the mean has no more than the two decimals of a grade.
    let mean = percentages.reduce(0, +) / Double(percentages.count)
    check(graded.grade == mean, "two snapshots: \(percentages) and a grade of \(String(describing: graded.grade))")
    return problems
  }

  // MARK: Requests

  private func send(_ request: Request, _ client: HTTPClient) -> (outcome: Ledger.Outcome, content: Answer.Content?) {
    let start = ContinuousClock.now
    guard let body = try? JSONEncoder().encode(request) else { return (.refused, nil) }
    ledger.change { $0.requests += 1 }
    switch client.post(body, token: family.token) {
    case .notSent:
      failed("nobody there")
      return (.refused, nil)
    case .lost:
      failed("no answer")
      return (.unknown, nil)
    case .response(let status, let body):
      guard let answer = try? JSONDecoder().decode(Answer.self, from: body) else {
        ledger.problem("an answer that cannot be read, with status \(status): \(String(decoding: body, as: UTF8.self))")
        return (.unknown, nil)
      }
      if let error = answer.errors?.first { return (refused(error, status), answer.data) }
      lastSuccess.withLock { $0 = start }
      ledger.change { state in
        if work == .read { state.reads += 1 } else { state.acknowledged += 1 }
      }
      return (.acknowledged, answer.data)
    }
  }

  private func refused(_ error: Answer.Failure, _ status: Int) -> Ledger.Outcome {
    let code = error.extensions?.code ?? "no code"
    let isUnknown = error.extensions?.outcome == "UNKNOWN"
    failed(isUnknown ? "\(code) with outcome UNKNOWN" : code)
    if !ErrorMessage.known.contains(error.message) { ledger.problem("a message of \(code): \(error.message)") }
    let expected = ErrorMessage.statuses[code]
    if status != expected { ledger.problem("\(code) with status \(status)") }
    return isUnknown ? .unknown : .refused
  }

  private func failed(_ code: String) {
    ledger.change { $0.errors[code, default: 0] += 1 }
    // As a client would.
    Thread.sleep(forTimeInterval: 0.02)
  }

  private static func newID() -> String { UUID().uuidString.lowercased() }
}

/// The error messages that clients may read when the database or the gateway fails, and no others.
enum ErrorMessage {
  static let known: Set<String> = [
    "The database is not available. Try again.",
    "The database's answer was lost: the change may have been made or not. Look, or send the same again.",
    "The server has more requests than it can answer in time. Try again.",
    "Something went wrong on the server.",
    "This needs a valid session token.",
    "This needs a valid session token. This one has expired: refreshSession gives another one.",
    // The clock was set back after the token was refused, and before the reason was looked for.
    "This needs a valid session token. This one is not valid here.",
    "Other changes of the same data were under way for too long. The change was not made: try again.",
    "Other changes of your family took too long. The change was not made: try again.",
  ]
  static let statuses = ["UNAVAILABLE": 503, "INTERNAL": 500, "UNAUTHENTICATED": 401]
}
