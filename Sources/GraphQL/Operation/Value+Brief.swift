extension Value {
  /// The value as a message quotes it.
  var printedBriefly: String { printed.brief }
}
