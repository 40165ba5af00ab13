// @ts-check
import { rootCertificates } from 'node:tls'
import { internals } from './internals.mjs'

/**
 * `host` may begin with `*.`, which stands for one label.
 *
 * @typedef {{ host: string, cert: string, key: string | null, passphrase: string | null, ca: string | null }} Certificate
 */

/**
 * Requests that are made without a page show the certificate that the account keeps for their host; a script that brings
 * its own for an address shows that. Each redirect is looked at anew.
 *
 * @param {any} RequestContext
 * @param {readonly Certificate[]} certificates the oldest first
 */
export function useCertificates(RequestContext, certificates) {
  const send = RequestContext.prototype[internals.sendRequest]
  /** @param {any} progress @param {URL} url @param {any} options @param {any} body */
  RequestContext.prototype[internals.sendRequest] = function (progress, url, options, body) {
    const isOwn = (options.cert?.length ?? 0) > 0 || (options.pfx?.length ?? 0) > 0
    const certificate = isOwn || url.protocol !== 'https:' ? null : choose(certificates, url.hostname)
    if (certificate === null) return send.call(this, progress, url, options, body)
    return send.call(this, progress, url, { ...options, ...contextOptions(certificate) }, body)
  }
}

/** What TLS is told of a certificate. @param {Certificate} certificate */
export function contextOptions({ cert, key, passphrase, ca }) {
  return {
    // Trusted beside those that are trusted anyway.
    ...(ca === null ? {} : { ca: [...rootCertificates, ca] }),
    // Without its key it cannot be shown.
    ...(key === null
      ? {}
      : { cert: [cert], key: [{ pem: key, ...(passphrase === null ? {} : { passphrase }) }] }),
  }
}

/**
 * An exact name beats a wildcard, then the newest wins, as for every other type of check.
 *
 * @param {readonly Certificate[]} certificates
 * @param {string} hostname
 * @returns {Certificate | null}
 */
export function choose(certificates, hostname) {
  const name = plainName(hostname.replaceAll(/^\[|\]$/g, ''))
  const firstDot = name.indexOf('.')
  const wildcard = firstDot > 0 ? `*${name.slice(firstDot)}` : null
  const ofHost = (/** @type {string | null} */ host) =>
    host === null ? undefined : certificates.findLast((each) => plainName(each.host) === host)
  return ofHost(name) ?? ofHost(wildcard) ?? null
}

/** @param {string} host */
function plainName(host) {
  return host.toLowerCase().replace(/\.$/, '')
}
