import Gateway
import GraphQL
import Testing

@testable import Server

@Suite struct SlowOperationsTests {
  private func run(_ milliseconds: Int, at time: Double, _ statement: String = "SELECT") -> SlowOperations.Run {
    SlowOperations.Run(
      end: time, duration: .milliseconds(milliseconds), databaseTime: .zero, roundTrips: 1, statementCount: 1, rows: 0,
      statements: [statement])
  }

  @Test func `A document is there once, with its slowest run`() {
    let operations = SlowOperations()
    operations.note(run(5, at: 1, "first"), of: "Page", .query, document: "a")
    operations.note(run(9, at: 2, "slowest"), of: "Page", .query, document: "a")
    operations.note(run(7, at: 3, "last"), of: "Page", .query, document: "a")
    operations.note(run(1, at: 4), of: nil, .mutation, document: "b")
    let all = operations.all
    #expect(all.map(\.name) == [OperationNames.unnamed, "Page"])
    #expect(all[1].count == 3 && all[1].lastEnd == 3 && all[1].slowest.statements == ["slowest"])
  }

  @Test func `There are so many and no more: the oldest go`() {
    let operations = SlowOperations()
    for number in 1...100 {
      operations.note(run(1, at: Double(number)), of: String(repeating: "N", count: 5000), .query, document: "\(number)")
    }
    let all = operations.all
    #expect(all.count == SlowOperations.maximumCount)
    #expect(all.map(\.document) == (81...100).reversed().map(String.init))
    #expect(all.allSatisfy { $0.name.count == 100 })
  }
}
