@testable import Files
import Testing

/// The examples of AWS, "Signature Calculations for the Authorization Header: Transferring Payload in a Single Chunk".
@Suite("The signature of a request to S3") struct S3SignatureTests {
  private let signature = S3Signature(
    credentials: S3Credentials(id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"), region: "us-east-1",
    time: "20130524T000000Z")
  private let host = "examplebucket.s3.amazonaws.com"

  @Test func `of GET is that of AWS`() {
    let headers = signature.signed(
      "GET", path: "/test.txt", query: [], headers: ["host": host, "range": "bytes=0-9"], payloadHash: S3Signature.emptyHash)
    #expect(
      headers["authorization"]
        == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
        + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
        + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
  }

  @Test func `of PUT is that of AWS`() {
    let headers = signature.signed(
      "PUT", path: "/test$file.text", query: [],
      headers: ["host": host, "date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"],
      payloadHash: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072")
    #expect(headers["authorization"]?.hasSuffix("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd") == true)
  }

  @Test func `of queries is that of AWS`() {
    let lifecycle = signature.signed("GET", path: "/", query: [("lifecycle", "")], headers: ["host": host], payloadHash: S3Signature.emptyHash)
    #expect(lifecycle["authorization"]?.hasSuffix("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543") == true)
    let list = signature.signed(
      "GET", path: "/", query: [("prefix", "J"), ("max-keys", "2")], headers: ["host": host], payloadHash: S3Signature.emptyHash)
    #expect(list["authorization"]?.hasSuffix("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7") == true)
  }

  @Test func `has its time in UTC`() {
    #expect(S3Signature.time(1_369_353_600) == "20130524T000000Z")
    #expect(S3Signature.time(1_798_761_599) == "20261231T235959Z")
  }

  @Test(arguments: [
    ("https://s3.example.org", false, "s3.example.org", "/files/ef/a", "/files"), ("https://s3.example.org:443/", true, "files.s3.example.org", "/ef/a", "/"),
    ("http://127.0.0.1:9000", false, "127.0.0.1:9000", "/files/ef/a", "/files"), ("http://[::1]:80", false, "[::1]", "/files/ef/a", "/files"),
  ]) func `has the host and the path of its location`(endpoint: String, isVirtual: Bool, host: String, path: String, bucket: String) throws {
    let location = try #require(S3Location(endpoint: endpoint, bucket: "files", region: "eu-central-1", isVirtualHost: isVirtual))
    #expect(location.host == host)
    #expect(location.path(of: "ef/a") == path)
    #expect(location.path(of: "") == bucket)
  }

  @Test(arguments: [
    ("s3.example.org", "files"), ("https://s3.example.org/x", "files"), ("https://u:p@s3.example.org", "files"), ("https://s3.example.org", "Fi"),
    ("https://s3.example.org", "a/b"), ("ftp://s3.example.org", "files"),
  ]) func `needs an endpoint and a bucket`(endpoint: String, bucket: String) {
    #expect(S3Location(endpoint: endpoint, bucket: bucket, region: "us-east-1", isVirtualHost: false) == nil)
  }
}
