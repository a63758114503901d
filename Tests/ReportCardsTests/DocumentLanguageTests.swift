import Testing

@testable import ReportCards

struct DocumentLanguageTests {
  @Test(
    arguments: [
      ("en", "en"), ("EN-us", "en"), ("de_AT", "de"), ("es-419", "es"), ("fr-CA", "fr"), ("pt-BR", "en"), ("", "en"), ("-", "en"),
      ("deutsch", "en"),
    ])
  func `A tag names a language that has words, or English`(tag: String, code: String) {
    #expect(DocumentLanguage(tag: tag).code == code)
  }

  @Test(
    arguments: [
      ("en", "90.5"), ("de", "90,5"), ("de-CH", "90.5"), ("es", "90,5"), ("es-MX", "90.5"), ("es-419", "90.5"), ("fr", "90,5"), ("it", "90.5"),
    ])
  func `Numbers have the decimal mark of the region`(tag: String, number: String) {
    #expect(DocumentLanguage(tag: tag).number("90.5") == number)
  }

  @Test(arguments: [("90", "90.00"), ("90.5", "90.50"), ("90.55", "90.55"), ("100", "100.00"), ("0", "0.00")])
  func `Averages have two decimals`(number: String, text: String) {
    #expect(DocumentLanguage(tag: "en").average(number) == text)
  }

  @Test(
    arguments: [
      ("en", "March 1, 2027"), ("en-GB", "1 March 2027"), ("de", "1. März 2027"), ("es", "1 de marzo de 2027"), ("fr", "1er mars 2027"),
      ("pt-BR", "March 1, 2027"),
    ])
  func `Days are written as the language does`(tag: String, text: String) throws {
    #expect(DocumentLanguage(tag: tag).day(try #require(CivilDay("2027-03-01"))) == text)
  }

  @Test(
    arguments: [
      (0, "UTC", "1970-01-01"), (1_795_824_000, "UTC", "2026-11-28"), (1_795_824_000, "America/New_York", "2026-11-27"),
      (1_795_824_000, "Pacific/Auckland", "2026-11-28"), (1_795_863_600, "Pacific/Auckland", "2026-11-29"),
      (951_782_400, "UTC", "2000-02-29"), (-1, "UTC", "1969-12-31"), (4_107_542_400, "UTC", "2100-03-01"), (0, "No/Zone", "1970-01-01"),
    ] as [(Int64, String, String)])
  func `A day is that of the zone`(seconds: Int64, zone: String, day: String) {
    #expect(CivilDay(at: seconds, in: zone).text == day)
  }

  @Test(arguments: ["2026-13-01", "2026-00-10", "2026-1-1", "", "2026-01-01T00:00", "-2026-01-01"])
  func `Other texts are no days`(text: String) { #expect(CivilDay(text) == nil) }

  @Test(
    arguments: [
      ("America/New_York", Paper.letter), ("America/Indiana/Knox", .letter), ("US/Eastern", .letter), ("America/Mexico_City", .letter),
      ("America/Santiago", .letter), ("Asia/Manila", .letter), ("Canada/Atlantic", .letter), ("Pacific/Honolulu", .letter),
      ("America/Sao_Paulo", .a4), ("America/Argentina/Buenos_Aires", .a4), ("America/Lima", .a4), ("Europe/Berlin", .a4), ("UTC", .a4),
      ("Pacific/Auckland", .a4), ("", .a4),
    ])
  func `The paper is that of the zone`(zone: String, paper: Paper) { #expect(Paper(timeZone: zone) == paper) }
}
