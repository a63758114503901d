/// A size of paper: `PaperSize` of the schema.
package enum Paper: String, CaseIterable, Sendable {
  case a4 = "A4"
  case letter = "LETTER"

  /// The paper that is common where a time zone is.
  package init(timeZone: String) {
    let area = timeZone.prefix { $0 != "/" }
    self = Self.areasOfLetter.contains(String(area)) || Self.zonesOfLetter.contains(timeZone) ? .letter : .a4
  }

  /// The name of the size in CSS Paged Media.
  var name: String {
    switch self {
    case .a4: "A4"
    case .letter: "letter"
    }
  }

  /// The first parts of old names.
  private static let areasOfLetter: Set = ["US", "Canada", "Mexico", "Chile"]

  /// The zones of the territories that CLDR has Letter for: BZ CA CL CO CR GT MX NI PA PH PR SV US VE.
  private static let zonesOfLetter: Set<String> = {
    let america = """
      New_York Detroit Kentucky/Louisville Kentucky/Monticello Louisville Indiana/Indianapolis Indiana/Vincennes Indiana/Winamac \
      Indiana/Marengo Indiana/Petersburg Indiana/Vevay Indiana/Tell_City Indiana/Knox Indianapolis Fort_Wayne Knox_IN Chicago Menominee \
      North_Dakota/Center North_Dakota/New_Salem North_Dakota/Beulah Denver Shiprock Boise Phoenix Los_Angeles Anchorage Juneau Sitka \
      Metlakatla Yakutat Nome Adak Atka Puerto_Rico Virgin \
      St_Johns Halifax Glace_Bay Moncton Goose_Bay Blanc-Sablon Toronto Montreal Nipigon Thunder_Bay Iqaluit Pangnirtung Atikokan \
      Coral_Harbour Winnipeg Rainy_River Resolute Rankin_Inlet Regina Swift_Current Edmonton Cambridge_Bay Yellowknife Inuvik Creston \
      Dawson_Creek Fort_Nelson Whitehorse Dawson Vancouver \
      Mexico_City Cancun Merida Monterrey Matamoros Chihuahua Ciudad_Juarez Ojinaga Mazatlan Bahia_Banderas Hermosillo Tijuana \
      Santa_Isabel Ensenada \
      Belize Santiago Punta_Arenas Coyhaique Bogota Costa_Rica Guatemala Managua Panama El_Salvador Caracas
      """
    let others = "Pacific/Honolulu Pacific/Johnston Pacific/Easter Asia/Manila EST5EDT CST6CDT MST7MDT PST8PDT EST MST HST Navajo"
    return Set(america.split(whereSeparator: \.isWhitespace).map { "America/\($0)" } + others.split(separator: " ").map(String.init))
  }()
}
