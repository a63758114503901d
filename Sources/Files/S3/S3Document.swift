/// An answer of a store in XML. Elements are found by their names: these answers have no attributes that matter, no comments and no
/// CDATA, and a name stands at one depth alone.
struct S3Document {
  private let text: Substring

  init(_ text: some StringProtocol) { self.text = Substring(text) }

  /// The text of the first element of a name.
  func text(_ name: String) -> String? { all(name).first?.unescaped }

  /// The elements of a name, in their order.
  func all(_ name: String) -> [S3Document] {
    var found: [S3Document] = []
    var rest = text
    while let start = rest.firstRange(of: "<\(name)>") {
      guard let end = rest[start.upperBound...].firstRange(of: "</\(name)>") else { break }
      found.append(S3Document(rest[start.upperBound..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return found
  }

  private var unescaped: String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")]
    return entities.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
