import Embedded
import Foundation
import GraphQL
import Postgres
import TestSupport
import Testing

/// The metrics that the operator's page and the dashboard for Grafana name: `/metrics` has each of them, with its labels.
@Suite struct OperatorMetricTests {
  private static let dashboard = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/grafana/hatched.json")
    .standardized

  /// The metrics of a server that has done some of everything.
  private static let metrics = Task {
    let database = try await SchoolDatabase("operator_metrics", families: 1)
    let worker = ["--worker-database-url", "\(database.superuser.user("hatched_worker"))"]
    return try await RunningServer.run(on: database.app, RunningServer.admin + worker) { server in
      let token = try RunningServer.token(for: database)
      _ = try await server.post("query FamilyPage { family { name } }", token: token)
      _ = try await server.post("query Nobody { family { name } }", token: nil)
      // The outboxes are looked at once the server answers.
      let deadline = ContinuousClock.now + .seconds(20)
      while true {
        let metrics = try MetricsText(try await server.admin("/metrics").text)
        let isWhole = ["hatched_messages_waiting", "hatched_pushes_waiting", "hatched_overdue_last_pass_timestamp_seconds"].allSatisfy {
          metrics.value($0) != nil
        }
        if isWhole || .now > deadline { return metrics }
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  /// The names of metrics in a text, each with the labels that stand in braces behind it.
  private static func names(in text: String) throws -> [(name: String, labels: Set<String>)] {
    text.matches(of: /\b((?:hatched|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/).map { match in
      let labels = (match.output.2 ?? "").matches(of: /([a-z_]+)(?:=~|!=|=)"/).map { String($0.output.1) }
      return (String(match.output.1), Set(labels))
    }
  }

  private static func labels(of name: String, in metrics: MetricsText) -> Set<String>? {
    let family = metrics.families.first { $0.name == name || $0.samples.contains { $0.name == name } }
    return family.map { family in Set(family.samples.filter { $0.name == name || family.name == name }.flatMap(\.labels.keys)) }
  }

  @Test func `Every metric of the operator's page is one that the server has`() async throws {
    let metrics = try await Self.metrics.value
    let names = try EmbeddedFile.operatorPage.flatMap { try Self.names(in: $0.text) }.map(\.name)
    #expect(Set(names).count > 50)
    for name in Set(names) { #expect(Self.labels(of: name, in: metrics) != nil, "\(name)") }
    // Those of labels, too: gaugesBy("hatched_streams", "transport").
    let panels = try #require(EmbeddedFile.operatorPage.first { $0.name == "panels.js" }?.text)
    let calls = panels.matches(of: /(?:gaugesBy|ratesBy)\("([a-z_]+)", "([a-z]+)"/)
    #expect(calls.count > 10)
    for call in calls {
      let labels = Self.labels(of: String(call.output.1), in: metrics)
      #expect(labels?.contains(String(call.output.2)) == true, "\(call.output.0)")
    }
  }

  @Test func `Every metric and every label of the dashboard is one that the server has`() async throws {
    let metrics = try await Self.metrics.value
    let board = try JSONValue(parsing: Array(try Data(contentsOf: Self.dashboard)))
    let panels = try #require(board.at("panels")?.array)
    let targets = panels.flatMap { $0.at("targets")?.array ?? [] } + (board.at("annotations", "list")?.array ?? [])
    #expect(targets.count > 70)
    for target in targets {
      let text = try #require(target.at("expr")?.string)
      let named = try Self.names(in: text)
      #expect(!named.isEmpty, "\(text)")
      // Prometheus adds the address of the server.
      var known: Set<String> = ["instance"]
      for (name, labels) in named {
        guard let own = Self.labels(of: name, in: metrics) else {
          Issue.record("there is no \(name): \(text)")
          continue
        }
        known.formUnion(own)
        #expect(labels.isSubset(of: own.union(["instance"])), "\(text)")
        #expect(labels.contains("instance"), "\(name) of all servers: \(text)")
      }
      let grouped = text.matches(of: /(?:by|ignoring) \(([a-z_, ]+)\)/).flatMap { $0.output.1.split(separator: ", ").map(String.init) }
      let shown = (target.at("legendFormat")?.string ?? "").matches(of: /\{\{([a-z]+)\}\}/).map { String($0.output.1) }
      for label in grouped + shown { #expect(known.contains(label), "\(label) of \(text)") }
    }
  }

  @Test func `The dashboard can be imported: panels have numbers, places and the chosen data source`() throws {
    let board = try JSONValue(parsing: Array(try Data(contentsOf: Self.dashboard)))
    let panels = try #require(board.at("panels")?.array)
    let ids = panels.compactMap { $0.at("id")?.number }
    #expect(ids.count == panels.count && Set(ids).count == ids.count)
    var taken: Set<[Int]> = []
    for panel in panels {
      #expect(panel.at("title")?.string?.isEmpty == false)
      let place = ["x", "y", "w", "h"].compactMap { panel.at("gridPos", .key($0))?.number.map { Int($0) } }
      try #require(place.count == 4)
      #expect(place[0] + place[2] <= 24)
      for x in place[0]..<place[0] + place[2] {
        for y in place[1]..<place[1] + place[3] { #expect(taken.insert([x, y]).inserted, "two panels at \(x), \(y)") }
      }
      guard panel.at("type")?.string != "row" else { continue }
      #expect(panel.at("datasource", "uid")?.string == "${datasource}")
      #expect(panel.at("fieldConfig", "defaults", "unit")?.string != nil)
      let references = (panel.at("targets")?.array ?? []).compactMap { $0.at("refId")?.string }
      #expect(!references.isEmpty && Set(references).count == references.count)
    }
    let variables = (board.at("templating", "list")?.array ?? []).compactMap { $0.at("name")?.string }
    #expect(variables == ["datasource", "instance"])
  }
}
