#pragma once
/* Its macros check the types of arguments that are literals; here they are parameters. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <sys/socket.h>

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

/* The reader gives the body of a request; the seeker is asked to rewind it before a request is written once more. */
static inline CURLcode ccurl_set_reader(CURL *handle, curl_read_callback reader, curl_seek_callback seeker, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, reader);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_READDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, seeker);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_SEEKDATA, context) : code;
}

/* The writer takes the body of an answer. */
static inline CURLcode ccurl_set_writer(CURL *handle, curl_write_callback writer, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : code;
}

static inline int ccurl_limit_silence(void *milliseconds, curl_socket_t socket, curlsocktype purpose) {
  (void)purpose;
#ifdef TCP_USER_TIMEOUT
  unsigned int limit = (unsigned int)(uintptr_t)milliseconds;
  (void)setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &limit, sizeof limit);
#else
  (void)milliseconds, (void)socket;
#endif
  return CURL_SOCKOPT_OK;
}

/* The kernel ends a connection whose data nobody acknowledges for so many milliseconds: tcp(7), TCP_USER_TIMEOUT. */
static inline CURLcode ccurl_set_silence_limit(CURL *handle, unsigned int milliseconds) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, ccurl_limit_silence);
  if (code != CURLE_OK) return code;
  return curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, (void *)(uintptr_t)milliseconds);
}

static inline CURLMcode ccurl_set_multi_number(CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}

/* The seconds of the last answer's Retry-After, which may be a date; 0 for none. */
static inline long ccurl_retry_after(CURL *handle) {
  curl_off_t seconds = 0;
  return curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? (long)seconds : 0;
}

/* The logger takes the lines of libcurl's log, and the bytes that it reads and writes. */
static inline CURLcode ccurl_set_logger(CURL *handle, curl_debug_callback logger, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, logger);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_DEBUGDATA, context);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L) : code;
}

/* The port of this side of the connection that the handle uses or used last; 0 for none. */
static inline long ccurl_local_port(CURL *handle) {
  long port = 0;
  return curl_easy_getinfo(handle, CURLINFO_LOCAL_PORT, &port) == CURLE_OK ? port : 0;
}

static inline long ccurl_response_code(CURL *handle) {
  long code = 0;
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code) == CURLE_OK ? code : 0;
}

static inline CURLcode ccurl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
