import Fuzzing
import Gateway
import GraphQL
import Testing

@Suite("A request that is made to cost too much", .serialized) struct HostileRequestTests {
  private static let gateway = Result { try HostileGateway() }

  @Test("is answered at once, with errors that are worth no more than it", arguments: HostileRequest.all)
  func answered(hostile: HostileRequest) async throws {
    let gateway = try Self.gateway.get()
    let (half, full) = (hostile.request(size: 1 << 16), hostile.request(size: 1 << 17))
    let (time, response) = await measured(full, gateway)
    let codes = try codes(of: response)
    // Valid ones end where there is no database.
    let known: Set<ErrorCode> = [
      .parseFailed, .validationFailed, .badUserInput, .limitExceeded, .operationResolutionFailure, .unavailable,
    ]
    #expect(known.isSuperset(of: codes), "\(response.outcome)")
    #expect(response.body.count < 1_000_000, "a small request has a large answer")
    // A second in a debug build is milliseconds in a release build; `hatched-fuzz hostile` measures those.
    if time > .seconds(1) {
      let (halfTime, _) = await measured(half, gateway)
      #expect(time < halfTime * 3 && time < .seconds(4), "\(halfTime) for half of what takes \(time)")
    }
  }

  @Test("leaves nothing in memory") func memory() async throws {
    let gateway = try Self.gateway.get()
    let requests = HostileRequest.all.map { $0.request(size: 1 << 11) }
    func repeatAll(_ times: Int) async {
      for number in 0..<times { _ = await gateway.respond(to: requests[number % requests.count]) }
    }
    await repeatAll(requests.count * 2)
    let before = ResidentMemory.megabytes
    await repeatAll(1_000)
    #expect(ResidentMemory.megabytes - before < 8)
  }

  @Test("is not kept for its plan when its document is too large to keep") func documents() async throws {
    let gateway = try Self.gateway.get()
    let comment = "#" + String(repeating: "{", count: 1 << 18)
    func send(_ numbers: Range<Int>) async {
      for number in numbers {
        _ = await gateway.respond(to: GraphQLRequest(query: "\(comment)\(number)\n{ __typename }"))
      }
    }
    await send(0..<20)
    let before = ResidentMemory.megabytes
    await send(20..<220)
    #expect(ResidentMemory.megabytes - before < 16)
  }

  @Test("costs little as a value of any type of input", arguments: HostileRequest.values)
  func values(value: HostileRequest.HostileValue) throws {
    let types = [
      "ID", "Int", "Float", "String", "Boolean", "Date", "Order", "[Int]", "[[String!]]", "Filter", "By", "[Filter!]!",
    ]
    for type in types {
      let source = Source("query ($v: \(type)) { find }")
      let operation = try Document(parsing: source).operation(named: nil, source: source)
      let raw = JSONValue.object([.init("v", value.make(1 << 17))])
      let start = ContinuousClock.now
      let result = Result { () throws(CoercionErrors) in
        try VariableValues(coercing: raw, for: operation, schema: Corpus.zoo)
      }
      #expect(ContinuousClock.now - start < .seconds(1), "\(type)")
      guard case .failure(let failure) = result else { continue }
      #expect(failure.errors.count <= 51)
      #expect(failure.errors.allSatisfy { $0.message.utf8.count < 3_000 })
    }
  }

  private func measured(
    _ request: GraphQLRequest, _ gateway: HostileGateway
  ) async -> (time: Duration, response: GraphQLResponse) {
    let start = ContinuousClock.now
    let response = await gateway.respond(to: request)
    return (ContinuousClock.now - start, response)
  }

  /// Those of all errors; none for an answer with data.
  private func codes(of response: GraphQLResponse) throws -> Set<ErrorCode> {
    guard case .array(let errors)? = try JSONValue(parsing: response.body)["errors"] else { return [] }
    return Set(
      errors.map { error in
        guard case .string(let code)? = error["extensions"]?["code"] else { return .internal }
        return ErrorCode(rawValue: code)
      })
  }
}
