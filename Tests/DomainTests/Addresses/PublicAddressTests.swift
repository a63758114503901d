import Domain
import Testing

/// The addresses that the server may fetch for families.
struct PublicAddressTests {
  @Test(arguments: [
    "127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "10.1.2.3", "100.64.0.1", "169.254.169.254", "172.31.255.255", "192.168.0.1",
    "192.0.2.7", "198.18.0.1", "203.0.113.9", "224.0.0.1", "255.255.255.255", "0", "0.0.0.0",
  ])
  func `An address for special purposes is not public in any spelling`(_ text: String) throws {
    #expect(try #require(PublicAddress(spelling: text)).isPublic == false)
  }

  @Test func `Other addresses are public, and other texts are names`() throws {
    for text in ["1.1.1.1", "8.8.8.8", "100.128.0.1", "172.32.0.1", "0x08.010.8.8"] {
      #expect(try #require(PublicAddress(spelling: text)).isPublic, "\(text)")
    }
    for text in ["example.org", "1.2.3.4.5", "256.1.1.1", "1.2.3.256", "4294967296", "", "1..2", "0x1g"] {
      #expect(PublicAddress(spelling: text) == nil, "\(text)")
    }
  }

  @Test func `IPv6 is public where it is global, and has no IPv4 in it`() throws {
    func isPublic(_ start: [UInt8]) throws -> Bool {
      try #require(PublicAddress(bytes: start + [UInt8](repeating: 0, count: 16 - start.count))).isPublic
    }
    #expect(try isPublic([0x26, 0x06, 0x47, 0x00]) && isPublic([0x2a, 0x00]))
    for start: [UInt8] in [
      [], [0xfe, 0x80], [0xfc], [0xff, 0x02], [0x20, 0x01, 0x0d, 0xb8], [0x20, 0x01, 0x00, 0x00], [0x20, 0x02, 0x7f], [0x00, 0x64, 0xff, 0x9b],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1],
    ] {
      #expect(try !isPublic(start), "\(start)")
    }
  }

  @Test func `An address to subscribe to is of https, and names a public host`() throws {
    #expect(try PublicURL("webcal://Example.org/a.ics").text == "https://Example.org/a.ics")
    #expect(try PublicURL("https://example.org.:8443/a?b=c").host == "example.org")
    #expect(try PublicURL("https://xn--bcher-kva.example/").host == "xn--bcher-kva.example")
    #expect(try PublicURL("https://[2606:4700:4700::1111]:8443/a").host == "2606:4700:4700::1111")
    #expect(try PublicURL("https://1.1.1.1/").host == "1.1.1.1")
    for text in [
      "http://example.org/", "https://localhost/", "https://intranet/", "https://printer.local/", "https://db.internal/", "https://127.1/",
      "https://0x7f000001/", "https://[::1]/", "https://user@example.org/", "https://user:word@example.org/", "ftp://example.org/", "https:///a",
      "example.org", "https://example.org:0/", "https://10.0.0.1/", "https://ex ample.org/", "https://ex%20ample.org/",
      "https://256.1.1.1/", "https://08.1.1.1/", "https://1.2.3.4.5/", "https://example.0x1g/", "https://example.org[/", "https://2606:4700::1/",
      "https://[2606:4700::1%25eth0]/", "https://[fe80::1]/", "https://[::ffff:1.1.1.1]/", "https://[64:ff9b::1.1.1.1]/", "https://[2002:101:101::]/",
      "https://[2001:db8::1]/", "https://[ff02::1]/", "https://[v1.fe]/", "https://[1.1.1.1]/",
    ] {
      #expect(throws: PublicURL.Problem.self, "\(text)") { try PublicURL(text) }
    }
  }

  @Test func `An exception of the operator may be an IPv6 address, with brackets or without`() throws {
    for name in ["[::1]", "::1", "[::1]:8123"] {
      let url = try PublicURL("http://[::1]:8123/a", exceptions: ReachableHosts([name]))
      #expect(url.isException && url.host == "::1" && url.port == 8123, "\(name)")
    }
    for name in ["[::1]:8124", "::2", "1"] {
      #expect(throws: PublicURL.Problem.self, "\(name)") { try PublicURL("https://[::1]:8123/a", exceptions: ReachableHosts([name])) }
    }
  }
}
