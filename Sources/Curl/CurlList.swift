package import CCurl

/// The owner of a list of texts, which libcurl reads during a transfer.
package final class CurlList {
  package let first: UnsafeMutablePointer<curl_slist>?

  package init(_ texts: [String]) { first = texts.reduce(nil) { curl_slist_append($0, $1) } }

  deinit { curl_slist_free_all(first) }
}
