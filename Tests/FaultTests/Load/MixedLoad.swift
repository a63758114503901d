import Foundation
import Synchronization

/// Requests of every kind, those that succeed and those that do not, in turn: what is made is removed again, so that
/// answers stay as large as they are.
final class MixedLoad: Sendable {
  private let families: [LoadFamily]
  private let port: Int
  private let total: Int
  private let begun = Atomic(0)
  private let answered = Atomic(0)
  private let problems = Mutex<[String]>([])

  init(families: [LoadFamily], port: Int, total: Int) {
    self.families = families
    self.port = port
    self.total = total
  }

  var done: Int { answered.load(ordering: .relaxed) }
  var isDone: Bool { done >= total }
  var failures: [String] { problems.withLock { $0 } }

  /// Sends requests one after the other on a thread of its own, until all were sent by it and the others.
  func run(_ number: Int) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        let client = HTTPClient(port: port)
        let family = families[number % families.count]
        var course = ""
        while true {
          let turn = begun.wrappingAdd(1, ordering: .relaxed).oldValue
          if turn >= total { break }
          // In turn by client, since a course is removed after it was made.
          switch turn % 8 {
          case 0: send(.grade(family.graded[turn % family.graded.count], points: turn % 101), family, client)
          case 1 where course.isEmpty:
            course = UUID().uuidString.lowercased()
            send(.createCourse(course, in: family), family, client)
          case 1:
            send(.deleteCourse(course), family, client)
            course = ""
          // A document that nobody sent before, which takes its place in the caches.
          case 2: send(Request(query: "{ a\(turn): family { id name } }", variables: [:]), family, client)
          case 3: send(Request(query: "{ family { nothing } }", variables: [:]), family, client, fails: true)
          case 4: send(.deleteCourse(UUID().uuidString), family, client, fails: true)
          default: send(.read(family), family, client)
          }
          answered.wrappingAdd(1, ordering: .relaxed)
        }
        continuation.resume()
      }
    }
  }

  private func send(_ request: Request, _ family: LoadFamily, _ client: HTTPClient, fails: Bool = false) {
    guard let body = try? JSONEncoder().encode(request) else { return }
    guard case .response(_, let answer) = client.post(body, token: family.token) else { return failed("no answer") }
    let text = String(decoding: answer, as: UTF8.self)
    if text.contains("\"errors\"") != fails || text.contains("INTERNAL") { failed(text) }
  }

  private func failed(_ text: String) {
    problems.withLock { if $0.count < 5 { $0.append(text) } }
  }
}
