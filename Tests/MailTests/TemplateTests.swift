import Mail
import Domain
import Testing

@Suite struct TemplateTests {
  private static let values = [
    "service": "HatchEd", "site": "https://app.example.org", "code": "12345678",
    "link": "https://app.example.org/confirm#abc", "time": "2026-11-24 23:46 UTC", "way": "Apple",
    "family": "Hohenstein-Waldburg", "person": "Maximiliane von Hohenstein-Waldburg",
    "school": "Grund- und Gesamtschule Hohenstein", "title": "Die Schule ist morgen geschlossen",
  ]

  /// The default alphabet of GSM 03.38, of which each character takes one place, as far as our texts have them.
  private static let alphabet = Set(
    "@£$¥èéùìòÇØøÅåÄÖÑÜ§¿äöñüà¡ßÆæÉ_ !\"#¤%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

  @Test("Every kind has texts in every language, with the same placeholders, and no others", arguments: MessageKind.allCases)
  func everyKind(_ kind: MessageKind) throws {
    let templates = try MailTemplates()
    #expect(templates.languages == ["de", "en", "es", "fr"])
    let known = Set(["service", "site", "time"]).union(kind.arguments.map(\.rawValue))
      .union(kind.purpose(by: .email) == nil ? [] : ["code", "link"])
    let standard = try templates.template(kind.rawValue, in: MailTemplates.standardLanguage).placeholders
    for language in templates.languages {
      let found = try templates.template(kind.rawValue, in: language).placeholders
      #expect(found.plain == standard.plain, "\(language)")
      #expect(found.html.union(["service"]) == found.plain.union(["service"]), "\(language): what is plain and what is HTML")
      #expect(found.short == standard.short, "\(language)")
      #expect(found.plain.isSubset(of: known) && found.html.isSubset(of: known), "\(language)")
      // A text message has no link.
      #expect(found.short.isSubset(of: known.subtracting(["link"])), "\(language)")
      #expect(found.plain.contains("code") == (kind.purpose(by: .email) != nil))
      #expect(found.short.contains("code") == (kind.purpose(by: .email) != nil))
    }
  }

  @Test func `There is no template of another kind, and each language has the same words`() throws {
    let templates = try MailTemplates()
    for language in templates.languages {
      #expect(templates.kinds(in: language) == MessageKind.allCases.map(\.rawValue).sorted())
      #expect(templates.values(in: language) == Set(MessageWay.allCases.map(\.rawValue)))
    }
  }

  @Test func `The language of a locale is its own, or English`() throws {
    let templates = try MailTemplates()
    for (locale, language) in ["de": "de", "de-AT": "de", "DE_ch": "de", "en-GB": "en", "es-MX": "es", "fr": "fr", "it": "en", "": "en", "d": "en"] {
      #expect(templates.language(for: locale) == language, "\(locale)")
    }
  }

  @Test func `Values are text in HTML, and are not filled in again`() throws {
    let template = try MailTemplates().template("way-added", in: "en")
    let hostile = #"<a href="x">{service} & 'co'</a>"#
    let rendered = try template.rendered(Self.values.merging(["way": hostile]) { $1 }, language: "en")
    #expect(rendered.html.contains("&lt;a href=&quot;x&quot;&gt;{service} &amp; &#39;co&#39;&lt;/a&gt;"))
    #expect(!rendered.html.contains("<a href=\"x\">"))
    #expect(rendered.plain.contains(hostile))
  }

  @Test func `A value that is missing is an error, and nothing is sent with a placeholder`() throws {
    let template = try MailTemplates().template("confirm-address", in: "de")
    #expect(throws: MessageTemplate.Unfilled.self) {
      try template.rendered(Self.values.filter { $0.key != "code" }, language: "de")
    }
    let rendered = try template.rendered(Self.values, language: "de")
    for text in [rendered.subject, rendered.plain, rendered.html, rendered.short] { #expect(!text.contains("{")) }
    #expect(rendered.html.contains(#"<html lang="de">"#))
    #expect(rendered.html.contains(#"href="https://app.example.org/confirm#abc""#))
  }

  @Test("A text message fits into two parts", arguments: MessageKind.allCases)
  func short(_ kind: MessageKind) throws {
    for language in try MailTemplates().languages {
      let templates = try MailTemplates()
      let template = try templates.template(kind.rawValue, in: language)
      for way in templates.values(in: language) {
        let values = Self.values.merging(["way": try templates.word(way, in: language)]) { $1 }
        let text = try template.rendered(values, language: language).short
        // A part of a longer message has 153 characters of the alphabet of GSM 03.38, or 67 units of UTF-16 where it has another.
        let isGSM = text.allSatisfy(Self.alphabet.contains)
        #expect(text.utf16.count <= 2 * (isGSM ? 153 : 67), "\(language): \(text)")
        #expect(!text.contains("\n"))
      }
    }
  }
}
