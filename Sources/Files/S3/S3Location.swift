import Foundation

/// A bucket of an S3-compatible store, and how it is reached.
package struct S3Location: Hashable, Sendable {
  /// Such as `https://s3.example.org` or `http://127.0.0.1:9000`.
  package let endpoint: String
  package let bucket: String
  package let region: String
  /// Whether the bucket is the first label of the host, and not the first part of the path.
  package let isVirtualHost: Bool

  private let scheme: Substring
  private let authority: Substring

  /// - Returns: nil where the endpoint is no address, or the name none of a bucket.
  package init?(endpoint: String, bucket: String, region: String, isVirtualHost: Bool) {
    guard let match = endpoint.wholeMatch(of: /(https?):\/\/([A-Za-z0-9.-]+|\[[0-9a-fA-F:.]+\])(:[0-9]{1,5})?\/?/),
      bucket.wholeMatch(of: /[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/) != nil, region.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil
    else { return nil }
    scheme = match.1
    let standard = match.1 == "https" ? ":443" : ":80"
    let port = match.3.map { $0 == standard ? "" : String($0) } ?? ""
    authority = "\(match.2)\(port)"
    self.endpoint = "\(match.1)://\(match.2)\(port)"
    self.bucket = bucket
    self.region = region
    self.isVirtualHost = isVirtualHost
  }

  /// The value of the header `Host`.
  var host: String { isVirtualHost ? "\(bucket).\(authority)" : String(authority) }

  /// The path of an object; of the bucket for an empty key.
  func path(of key: String) -> String { isVirtualHost ? "/\(key)" : key.isEmpty ? "/\(bucket)" : "/\(bucket)/\(key)" }

  var root: String { "\(scheme)://\(host)" }
}

/// A key with which requests to a store are signed.
package struct S3Credentials: Sendable {
  let id: String
  let secret: String

  package init(id: String, secret: String) {
    self.id = id
    self.secret = secret
  }
}
