#pragma once
/* Its macros check the types of arguments that are literals; here they are parameters. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/* libcurl's functions with variable arguments, which Swift cannot call, by the type of the argument. */

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_mime(CURL *handle, curl_mime *value) {
  return curl_easy_setopt(handle, CURLOPT_MIMEPOST, value);
}

static inline CURLcode ccurl_set_error_buffer(CURL *handle, char *buffer) {
  return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

/* The function is called about once a second, and more often while data flows; another value than 0 ends the transfer. */
static inline CURLcode ccurl_set_progress(CURL *handle, curl_xferinfo_callback function, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
  if (code != CURLE_OK) return code;
  code = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
  if (code != CURLE_OK) return code;
  return curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
}

static inline long ccurl_response_code(CURL *handle) {
  long code = 0;
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code) == CURLE_OK ? code : 0;
}

static inline CURLcode ccurl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
