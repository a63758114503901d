import Testing

@testable import Server

@Suite struct ExpositionTests {
  @Test("What is written is what is read, whatever stands in a label")
  func escapes() throws {
    var exposition = Exposition()
    exposition.family("a_total", .counter, "A \\ and a \"\nnew line.")
    exposition.sample("a_total", [("label", "a\\b\"c\nd,e=\"f\"}"), ("other", "é\r\n")], 3 as UInt64)
    exposition.single("b", .gauge, "Nothing.", 1e-7)
    let text = try MetricsText(exposition.text)
    #expect(
      exposition.text == """
        # HELP a_total A \\\\ and a "\\nnew line.
        # TYPE a_total counter
        a_total{label="a\\\\b\\"c\\nd,e=\\"f\\"}",other="é\r\\n"} 3
        # HELP b Nothing.
        # TYPE b gauge
        b 1e-07

        """)
    #expect(text.value("b") == 1e-7)
  }

  @Test("A histogram's buckets are cumulative")
  func histogram() throws {
    var exposition = Exposition()
    exposition.family("h", .histogram, "Times.")
    exposition.histogram("h", [("operation", "A")], bounds: [0.1, 1], buckets: [2, 0, 3], sum: 9.5)
    let text = try MetricsText(exposition.text)
    #expect(text.value("h_bucket", ["operation": "A", "le": "0.1"]) == 2)
    #expect(text.value("h_bucket", ["operation": "A", "le": "1.0"]) == 2)
    #expect(text.value("h_bucket", ["operation": "A", "le": "+Inf"]) == 5)
    #expect(text.value("h_count", ["operation": "A"]) == 5)
    #expect(text.value("h_sum", ["operation": "A"]) == 9.5)
  }

  @Test(
    "The reader of these tests refuses:",
    arguments: [
      "a 1", "a_total 1\n", "# TYPE a counter\na 1\n", "# HELP a A.\na 1\n",
      "# HELP a_total A.\n# TYPE a_total counter\nb 1\n",
      "# HELP a A.\n# TYPE a counter\na 1\n", "# HELP a_total A.\n# TYPE a_total counter\na_total -1\n",
      "# HELP a A.\n# TYPE a gauge\na one\n", "# HELP a A.\n# TYPE a gauge\na 1\na 2\n",
      "# HELP a A.\n# TYPE a gauge\na{b=\"\\c\"} 2\n", "# HELP a A.\n# TYPE a gauge\na{b=\"c\",b=\"d\"} 2\n",
      "# HELP a A.\n# TYPE a gauge\na{b=\"c\",} 2\n", "# HELP a A.\n# TYPE a gauge\n\na 2\n",
      "# HELP a A.\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_sum 1\na_count 2\n",
      "# HELP a A.\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
    ])
  func strict(_ text: String) { #expect(throws: MetricsText.Problem.self) { try MetricsText(text) } }
}
