export type CurlOption = { name: string; value: string | null }

/** The long names of short options. */
const longNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '#': 'progress-bar',
    '0': 'http1.0',
    '4': 'ipv4',
    '6': 'ipv6',
    A: 'user-agent',
    C: 'continue-at',
    D: 'dump-header',
    E: 'cert',
    F: 'form',
    G: 'get',
    H: 'header',
    I: 'head',
    J: 'remote-header-name',
    K: 'config',
    L: 'location',
    N: 'no-buffer',
    O: 'remote-name',
    S: 'show-error',
    T: 'upload-file',
    U: 'proxy-user',
    X: 'request',
    Y: 'speed-limit',
    Z: 'parallel',
    b: 'cookie',
    c: 'cookie-jar',
    d: 'data',
    e: 'referer',
    f: 'fail',
    g: 'globoff',
    i: 'include',
    k: 'insecure',
    m: 'max-time',
    n: 'netrc',
    o: 'output',
    q: 'disable',
    r: 'range',
    s: 'silent',
    u: 'user',
    v: 'verbose',
    w: 'write-out',
    x: 'proxy',
    y: 'speed-time',
    z: 'time-cond',
  }),
)

/** Options that take a value. One that is missing here would have its value taken for the address. */
const valued: ReadonlySet<string> = new Set(
  `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to
  continue-at cookie cookie-jar crlfile curves data data-ascii data-binary data-raw data-urlencode dns-interface
  dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech engine etag-compare etag-save expect100-timeout form
  form-string happy-eyeballs-timeout-ms haproxy-clientip header hsts interface json keepalive-time key key-type
  limit-rate local-port max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir pass
  pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-header proxy-user range rate referer request
  request-target resolve retry retry-delay retry-max-time socks4 socks4a socks5 socks5-hostname speed-limit speed-time
  stderr time-cond tls-max tls13-ciphers trace trace-ascii unix-socket upload-file url url-query user user-agent variable
  write-out`.split(/\s+/),
)

/** What concerns the output of curl, or makes no difference to a check. */
export const harmlessOptions: ReadonlySet<string> = new Set(
  `compressed cookie-jar disable dump-header fail fail-early fail-with-body globoff http1.1 http2 include no-buffer
  no-keepalive no-progress-meter no-sessionid output output-dir path-as-is progress-bar remote-header-name remote-name
  remove-on-error show-error silent stderr tcp-nodelay tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 trace trace-ascii verbose
  write-out`.split(/\s+/),
)

/** Where a pipe, a redirection or the next command begins. */
const commandEnd = /^(?:\|\|?&?|&&?|;|\d*>.*|<.*)$/

/** The options and addresses of a command, up to where another command begins. */
export function readOptions(words: readonly string[]): { options: CurlOption[]; addresses: string[] } {
  const options: CurlOption[] = []
  const addresses: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word.startsWith('--') && word.length > 2) {
      const [, name = '', attached] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
      options.push({ name, value: valued.has(name) ? (attached ?? words[(at += 1)] ?? '') : null })
    } else if (/^-[^-]/.test(word)) {
      // `-sSL` are three, and `-XPOST` is one with its value.
      for (let letter = 1; letter < word.length; letter += 1) {
        const short = word[letter] ?? ''
        const name = longNames.get(short) ?? short
        if (!valued.has(name)) {
          options.push({ name, value: null })
          continue
        }
        const attached = word.slice(letter + 1)
        options.push({ name, value: attached === '' ? (words[(at += 1)] ?? '') : attached })
        break
      }
    } else if (commandEnd.test(word)) break
    else if (word !== '--' && word !== '') addresses.push(word)
  }
  return { options, addresses }
}
