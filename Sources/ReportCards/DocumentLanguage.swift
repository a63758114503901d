/// The language of a document: its words, and how it writes numbers and days.
package struct DocumentLanguage: Sendable {
  /// `en`, `de`, `es` or `fr`.
  package let code: String
  package let words: ReportCardWords
  /// The region of the tag, in upper case; nil without one.
  private let region: String?

  /// The language that a tag names, as in `de` or `de-AT`: English where there are no words of it.
  package init(tag: String) {
    let parts = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
    let asked = parts.first?.lowercased() ?? ""
    code = ReportCardWords.all[asked] == nil ? "en" : asked
    words = ReportCardWords.all[code] ?? .english
    region = code == asked ? parts.dropFirst().first { $0.count == 2 || $0 == "419" }?.uppercased() : nil
  }

  /// The languages that have words.
  package static var codes: [String] { ReportCardWords.all.keys.sorted() }

  /// The regions that write a point in Spanish and in German numbers.
  private static let pointsOfSpanish: Set = ["MX", "US", "PR", "GT", "HN", "NI", "PA", "PE", "SV", "DO", "419"]

  private var writesComma: Bool {
    switch code {
    case "de": region != "CH" && region != "LI"
    case "es": !Self.pointsOfSpanish.contains(region ?? "")
    case "fr": region != "CH"
    default: false
    }
  }

  /// A number as the JSON of an answer has it: `90.5`.
  func number(_ json: String) -> String { writesComma ? json.replacing(".", with: ",") : json }

  /// A number with two decimals.
  func average(_ json: String) -> String {
    let parts = json.split(separator: ".", maxSplits: 1)
    let decimals = parts.count > 1 ? parts[1] : ""
    return number("\(parts.first ?? "0").\(decimals)\(String(repeating: "0", count: max(0, 2 - decimals.count)))")
  }

  func day(_ day: CivilDay) -> String {
    let month = words.months.indices.contains(day.month - 1) ? words.months[day.month - 1] : "\(day.month)"
    switch code {
    case "de": return "\(day.day). \(month) \(day.year)"
    case "es": return "\(day.day) de \(month) de \(day.year)"
    case "fr": return day.day == 1 ? "1er \(month) \(day.year)" : "\(day.day) \(month) \(day.year)"
    default:
      return region == nil || region == "US" || region == "CA" || region == "PH"
        ? "\(month) \(day.day), \(day.year)" : "\(day.day) \(month) \(day.year)"
    }
  }

  func days(_ first: CivilDay, _ last: CivilDay) -> String { "\(day(first)) – \(day(last))" }
}
