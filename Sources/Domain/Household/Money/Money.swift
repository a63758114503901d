/// Rules that amounts of money share.
enum Money {
  /// `LIMIT` is the number of decimals of the currency.
  static let tooFine = "\"amount\" must have at most as many decimals as the currency's minor unit: LIMIT."
}
