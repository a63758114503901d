import GraphQL
import SQL
import SampleData
import Domain
import TestSupport

/// A sequence of changes that grades follow from, drawn from a seed, each compared with the gradebook.
struct GradingSequence {
  struct Mismatch: Error, CustomStringConvertible {
    let description: String
  }

  let gateway: TestGateway
  let viewer: AccountViewer
  private(set) var book: Gradebook
  private var random: SplitMix64
  private let seed: UInt64
  private var story: [String] = []
  /// Points that only this sequence has: a denominator that has little in common with the others.
  private let oddPoints: Int128

  /// The most works that a sum has: exact sums then fit into 128 bits.
  private static let mostWorks = 8

  init(_ seed: UInt64, _ gateway: TestGateway, as viewer: AccountViewer, _ book: Gradebook) {
    self.gateway = gateway
    self.viewer = viewer
    self.book = book
    self.seed = seed
    random = SplitMix64(state: seed)
    oddPoints = random.draw(oneIn: 8) ? 9_999_999_999 : Int128(1 + random.draw(below: 99_999_999))
  }

  /// How many ties of the mean there were.
  private(set) var ties = 0

  mutating func run() async throws {
    for _ in 0..<(4 + random.draw(below: 8)) { try await step() }
    let answer = try await gateway.answer(
      GradingRequest.whole,
      variables: .object([
        .init("a", .string(book.students[0])), .init("b", .string(book.students[1])),
        .init("c", .string(book.courses[0])), .init("d", .string(book.courses[1])),
      ]), as: viewer)
    try expect(
      answer,
      .object([
        .init("a", .object([.init("reportCard", book.reportCard(of: 0))])),
        .init("b", .object([.init("reportCard", book.reportCard(of: 1))])),
        .init("c", book.course(0)), .init("d", book.course(1)),
      ]))
  }

  // MARK: Steps

  private mutating func step() async throws {
    let draw = random.draw(below: 100)
    if book.works.isEmpty || draw < 25 && book.works.count < Self.mostWorks { return try await create() }
    let index = random.draw(below: book.works.count)
    switch draw {
    case ..<70: try await grade(index, drawAwarded(index))
    case ..<78: try await grade(index, nil)
    case ..<84: try await changePossible(index)
    case ..<93: try await move(index)
    default: try await delete(index)
    }
  }

  private mutating func create() async throws {
    let work = Gradebook.Work(
      id: UUIDValue(version7At: 0, random: (random.next(), random.next())).description, student: random.draw(below: 2),
      course: drawCourse(), possible: random.draw(oneIn: 8) ? nil : drawPossible())
    let input: [JSONValue.Member] = [
      .init("id", .string(work.id)), .init("studentId", .string(book.students[work.student])),
      .init("courseId", work.course.map { .string(book.courses[$0]) } ?? .null), .init("title", .string("Work")),
      .init("pointsPossible", work.possible.points),
    ]
    let answer = try await send(.create, input)
    book.works.append(work)
    try expect(answer, payload(answer, [("assignment", book.works.count - 1)]))
  }

  private mutating func grade(_ index: Int, _ awarded: Int128?) async throws {
    var work = book.works[index]
    work.awarded = awarded
    var input = [JSONValue.Member("id", .string(work.id)), .init("pointsAwarded", awarded.points)]
    if work.possible == nil || random.draw(oneIn: 6) {
      work.possible = drawPossible()
      input.append(.init("pointsPossible", work.possible.points))
    }
    try await change(.grade, input, at: index, to: work, refusedField: "pointsAwarded")
  }

  private mutating func changePossible(_ index: Int) async throws {
    var work = book.works[index]
    work.possible = drawPossible()
    let input = [JSONValue.Member("id", .string(work.id)), .init("pointsPossible", work.possible.points)]
    try await change(.update, input, at: index, to: work, refusedField: "pointsPossible")
  }

  private mutating func move(_ index: Int) async throws {
    var work = book.works[index]
    work.course = drawCourse()
    let input = [
      JSONValue.Member("id", .string(work.id)),
      .init("courseId", work.course.map { .string(book.courses[$0]) } ?? .null),
    ]
    try await change(.update, input, at: index, to: work, refusedField: "courseId")
  }

  private mutating func delete(_ index: Int) async throws {
    let work = book.works[index]
    let answer = try await send(.delete, [.init("id", .string(work.id))])
    book.works.remove(at: index)
    try expect(
      answer, .object([.init("it", .object([.init("id", .string(work.id)), .init("course", book.course(work.course))]))]))
  }

  /// - Parameter refusedField: the field of the input that is refused when the points do not fit each other.
  private mutating func change(
    _ request: GradingRequest, _ input: [JSONValue.Member], at index: Int, to work: Gradebook.Work, refusedField: String
  ) async throws {
    var (work, input) = (work, input)
    let before = book.works[index]
    let versionDraw = random.draw(below: 8)
    if versionDraw < 2 { input.append(.init("ifVersion", .number("\(before.version - (versionDraw == 0 ? 1 : 0))"))) }
    let answer = try await send(request, input)
    let error = answer.at("errors", 0, "extensions")
    if versionDraw == 0 {
      guard error?.at("code")?.string == "CONFLICT", error?.at("currentVersion") == .number("\(before.version)") else {
        throw mismatch("a CONFLICT with version \(before.version)", answer)
      }
      return
    }
    if let awarded = work.awarded, awarded > work.possible ?? 0 {
      guard error?.at("code")?.string == "BAD_USER_INPUT",
        error?.at("inputPath") == .array([.string("input"), .string(refusedField)])
      else { throw mismatch("BAD_USER_INPUT at \(refusedField)", answer) }
      return
    }
    work.version += 1
    book.works[index] = work
    var expected = payload(answer, [("assignment", index)])
    guard case .object(let members) = expected.at("it") else { throw mismatch("a payload", answer) }
    let previous = before.course == work.course ? nil : before.course
    expected = .object([
      .init("it", .object(
        members + [.init("course", book.course(work.course))]
          + (request == .update ? [.init("previousCourse", book.course(previous))] : [])))
    ])
    try expect(answer, expected)
    if let course = work.course { ties += isTie(course) ? 1 : 0 }
  }

  // MARK: Draws

  private mutating func drawCourse() -> Int? {
    let draw = random.draw(below: 9)
    return draw == 0 ? nil : draw % 2
  }

  /// Points possible, in ten-thousandths.
  private mutating func drawPossible() -> Int128 {
    if random.draw(oneIn: 6) { return random.draw(from: [1, 3, 7, 100, 3333, 15_001, oddPoints]) }
    return 10_000 * random.draw(from: [1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 25, 30, 32, 40, 50, 64, 100])
  }

  /// Points awarded, in ten-thousandths: more often than not such that the mean of the course, or the percentage, is
  /// where rounding turns.
  private mutating func drawAwarded(_ index: Int) -> Int128 {
    let possible = book.works[index].possible ?? 10_000
    switch random.draw(below: 12) {
    case 0: return 0
    case 1: return possible
    case 2: return possible + 1
    case 3: return 1
    case 4: return possible / 3
    case 5, 6: return Int128(random.draw(below: Int(possible) + 1))
    case 7: return possible / 10_000 > 0 ? Int128(random.draw(below: Int(possible / 10_000) + 1)) * 10_000 : possible
    default: return awardedForTie(index, possible) ?? possible
    }
  }

  /// The points with which the mean of the work's course is a tie, or just below one: 87.125, 33.335.
  private mutating func awardedForTie(_ index: Int, _ possible: Int128) -> Int128? {
    guard let course = book.works[index].course else { return nil }
    let others = book.works.indices.filter { $0 != index && book.works[$0].course == course }
      .compactMap { book.works[$0].percentage }
    let sum = others.reduce(Ratio(0), +)
    for _ in 0..<8 {
      let tie = Ratio(Int128(random.draw(below: 10_000)) * 10 + 5, 1000)
      guard let percentage = tie.times(Int128(others.count + 1)).minus(sum) else { continue }
      let awarded = percentage.times(possible).divided(by: 100).floor
      if awarded <= possible { return awarded }
    }
    return nil
  }

  private func isTie(_ course: Int) -> Bool {
    let graded = book.works(of: course, nil).compactMap(\.percentage)
    guard !graded.isEmpty else { return false }
    let mean = graded.reduce(Ratio(0), +).divided(by: Int128(graded.count))
    return mean.times(200).denominator == 1 && mean.times(100).denominator != 1
  }

  // MARK: Answers

  private mutating func send(_ request: GradingRequest, _ input: [JSONValue.Member]) async throws -> JSONValue {
    story.append("\(request) \(JSONValue.object(input).indented())")
    return try await gateway.answer(
      request.document, variables: .object([.init("input", .object(input))]), as: viewer)
  }

  /// The payload with the objects that it should have; a percentage is taken as it is answered once it is right.
  private func payload(_ answer: JSONValue, _ objects: [(name: String, work: Int)]) -> JSONValue {
    .object([
      .init("it", .object(
        objects.map { object in
          let work = book.works[object.work]
          let written = answer.at("data", "it", .key(object.name), "percentage")
          let isRight = work.percentage.map { exact in Ratio(written).map { exact.isWritten(as: $0) } ?? false }
          let percentage = isRight == true ? written ?? .null : work.percentage.map { .string("\($0)") } ?? .null
          return .init(object.name, book.seen(work, percentage: percentage))
        }))
    ])
  }

  private func expect(_ answer: JSONValue, _ data: JSONValue) throws {
    guard answer == .object([.init("data", data)]) else { throw mismatch(data.indented(), answer) }
  }

  private func mismatch(_ expected: String, _ answer: JSONValue) -> Mismatch {
    Mismatch(
      description: """
        seed \(seed): expected \(expected)
        got \(answer.indented())
        after
        \(story.joined(separator: "\n"))
        """)
  }
}
