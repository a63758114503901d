/// The reason why there is no access token now.
struct AccessTokenFailure: Error, Hashable {
  /// The status of HTTP; 0 where there was no answer.
  let code: Int
  /// Without any secret.
  let reason: String
  /// The number of seconds for which no token is asked for.
  let pause: Int
}
