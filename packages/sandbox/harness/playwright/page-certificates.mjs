// @ts-check
import { createHash, createPublicKey } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { createSecureContext } from 'node:tls'
import { startCertificateProxy } from './certificate-proxy.mjs'
import { choose, contextOptions } from './client-certificates.mjs'
import { internals } from './internals.mjs'

/** @typedef {import('./client-certificates.mjs').Certificate} Certificate */

/**
 * Pages show the certificate that the account keeps for their host; of a context for which the script brings its own, only those.
 *
 * @param {{ Browser: any, BrowserType: any, createProxyAgent: any, createSocket: any, generateSelfSignedCertificate: any }} parts of the
 *   part of Playwright that drives browsers
 * @param {readonly Certificate[]} certificates the oldest first
 * @returns {string[]} arguments of a browser that takes what we show it in the place of these hosts, and nothing else
 */
export function useCertificatesInPages(parts, certificates) {
  const identity = parts.generateSelfSignedCertificate()
  const contextFor = contextsOf(certificates)

  /** @param {any} options of a context @param {any} upstream @param {(options: any) => Promise<any>} create */
  async function withProxy(options, upstream, create) {
    if ((options.clientCertificates?.length ?? 0) > 0) return await create(options)
    const proxy = await startCertificateProxy({
      connect: connector(parts, upstream),
      contextFor,
      isTrusting: options.ignoreHTTPSErrors === true,
      identity,
      onFault: (text) => process.stderr.write(`${text}\n`),
    })
    try {
      const context = await create({ ...options, proxyOverride: { server: proxy.server } })
      // Closed with its context.
      context[internals.certificateProxy] = proxy
      return context
    } catch (error) {
      await proxy.close()
      throw error
    }
  }

  const { newContext } = parts.Browser.prototype
  /** @param {any} progress @param {any} options */
  parts.Browser.prototype.newContext = function (progress, options) {
    return withProxy(options, options.proxy ?? this.options.proxy, (own) =>
      newContext.call(this, progress, own),
    )
  }
  const { launchPersistentContext } = parts.BrowserType.prototype
  /** @param {any} progress @param {string} folder @param {any} options */
  parts.BrowserType.prototype.launchPersistentContext = function (progress, folder, options) {
    return withProxy(options, options.proxy, (own) =>
      launchPersistentContext.call(this, progress, folder, own),
    )
  }
  return [`--ignore-certificate-errors-spki-list=${pinOf(identity.cert)}`]
}

/** @param {readonly Certificate[]} certificates */
function contextsOf(certificates) {
  /** @type {Map<Certificate, import('node:tls').SecureContext>} */
  const contexts = new Map()
  return (/** @type {string} */ host) => {
    const certificate = choose(certificates, host)
    if (certificate === null) return null
    const context = contexts.get(certificate) ?? createSecureContext(contextOptions(certificate))
    contexts.set(certificate, context)
    return context
  }
}

/** @param {Pick<Parameters<typeof useCertificatesInPages>[0], 'createProxyAgent' | 'createSocket'>} parts @param {any} upstream */
function connector({ createProxyAgent, createSocket }, upstream) {
  return async (/** @type {string} */ host, /** @type {number} */ port) => {
    // Browsers know by themselves where these are.
    const name = host.endsWith('.localhost') ? 'localhost' : host
    const address = name.includes(':') ? `[${name}]` : name
    const agent = createProxyAgent(upstream, new URL(`https://${address}:${port}`))
    return agent === undefined
      ? await createSocket(name, port)
      : await agent.connect(new EventEmitter(), { host: name, port, secureEndpoint: false })
  }
}

/** How a browser is told by which key it knows a certificate. @param {string} cert */
function pinOf(cert) {
  const key = createPublicKey(cert).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}
