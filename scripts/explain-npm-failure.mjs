// What a person can do about it, by the codes that npm 10 and 11 print. The first line that fits counts.
const advice = [
  {
    codes:
      /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|EIDLETIMEOUT|ERR_SOCKET_TIMEOUT|ERR_SOCKET_CONNECTION_TIMEOUT|FETCH_ERROR)\b/,
    text: 'npm cannot reach its registry: check the network and the proxy (npm config get registry https-proxy offline), then start again.',
  },
  {
    codes: /\b(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+)\b/,
    text: 'npm does not trust the certificate of its registry or proxy: name its authority (npm config set cafile FILE), then start again.',
  },
  {
    codes: /\b(?:E401|E403|ENEEDAUTH)\b/,
    text: 'The registry refuses npm: sign in to it or choose another one (npm config get registry), then start again.',
  },
  {
    codes: /\b(?:E404|ETARGET)\b/,
    text: 'The registry does not have a package of package-lock.json: if it is a mirror, let it pass the package on or choose another one (npm config get registry), then start again.',
  },
  { codes: /\bENOSPC\b/, text: 'The disk is full: make room, then start again.' },
  {
    codes: /\b(?:EACCES|EPERM|EROFS)\b/,
    text: 'npm may not write there: start as the user who owns this folder and the npm cache (npm config get cache).',
  },
  {
    codes: /\bEINTEGRITY\b/,
    text: 'A package is not what package-lock.json says: clear the cache (npm cache clean --force), then start again.',
  },
]

/**
 * What to do next after npm has failed; null when its lines name nothing that is known.
 *
 * @param {string} output
 * @returns {string | null}
 */
export function explainNpmFailure(output) {
  return advice.find(({ codes }) => codes.test(output))?.text ?? null
}
