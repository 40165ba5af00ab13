// @ts-check
import { once } from 'node:events'
import { createServer, isIP } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'

/** @typedef {import('node:net').Socket} Socket */

/**
 * `connect`: to a host of the network. `contextFor`: with the certificate of a host; null: it has none. `isTrusting`: whoever the
 * other side is. `identity`: what the browser is shown in its place.
 *
 * @typedef {object} ProxyOrder
 * @property {(host: string, port: number) => Promise<Socket>} connect
 * @property {(host: string) => import('node:tls').SecureContext | null} contextFor
 * @property {boolean} isTrusting
 * @property {{ key: string, cert: string }} identity
 * @property {(text: string) => void} onFault
 */

const version = 5
const toHost = 1
const byName = 3
const refused = 5
/** The first byte of every connection by TLS. */
const handshake = 22
/** Both sides speak it, whatever the browser would choose with the server itself. */
const protocols = ['http/1.1']

/**
 * A SOCKS server between a browser and the network, because a browser without windows has no place for certificates. With hosts
 * that have one it speaks TLS itself and shows it; everything else passes as it is, and the browser judges it as ever.
 *
 * @param {ProxyOrder} order
 */
export async function startCertificateProxy(order) {
  /** @type {Set<Socket>} */
  const sockets = new Set()
  /** @param {Socket} socket */
  const keep = (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  }
  const server = createServer((socket) => {
    keep(socket)
    serve(socket, order, keep).catch(() => socket.destroy())
  })
  // A script without the test runner has ended when there is nothing left to wait for.
  server.unref()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    server: `socks5://127.0.0.1:${port}`,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** @param {Socket} browser @param {ProxyOrder} order @param {(socket: Socket) => void} keep */
async function serve(browser, { connect, contextFor, isTrusting, identity, onFault }, keep) {
  const { host, port } = await readTarget(browser)
  /** @param {unknown} error */
  const tell = (error) =>
    onFault(`${host}:${port}: ${error instanceof Error ? error.message : String(error)}`)
  let target
  try {
    target = await connect(host, port)
  } catch (error) {
    tell(error)
    browser.end(answer(refused))
    return
  }
  keep(target)
  browser.write(answer(0))
  const context = contextFor(host)
  if (context === null || !(await beginsWithTls(browser))) return join(browser, target)
  const outside = connectTls({
    socket: target,
    host,
    ...(isIP(host) ? {} : { servername: host }),
    secureContext: context,
    rejectUnauthorized: !isTrusting,
    ALPNProtocols: protocols,
  })
  try {
    await once(outside, 'secureConnect')
  } catch (error) {
    tell(error)
    throw error
  }
  // A server may refuse the certificate afterwards.
  outside.once('error', tell)
  join(new TLSSocket(browser, { isServer: true, ...identity, ALPNProtocols: protocols }), outside)
}

/** Where the browser wants to get to. @param {Socket} browser */
async function readTarget(browser) {
  const [first, methods = 0] = await take(browser, 2)
  if (first !== version) throw new Error('no SOCKS')
  await take(browser, methods)
  browser.write(Buffer.from([version, 0]))
  const [, command, , kind] = await take(browser, 4)
  if (command !== toHost || kind !== byName) throw new Error('nothing that a browser asks for')
  const [length = 0] = await take(browser, 1)
  const host = (await take(browser, length)).toString()
  return { host, port: (await take(browser, 2)).readUInt16BE() }
}

/** @param {number} code */
function answer(code) {
  return Buffer.from([version, code, 0, 1, 0, 0, 0, 0, 0, 0])
}

/** @param {Socket} browser */
async function beginsWithTls(browser) {
  const first = await take(browser, 1)
  browser.unshift(first)
  return first[0] === handshake
}

/** @param {Socket} one @param {Socket} other */
function join(one, other) {
  for (const [from, to] of /** @type {const} */ ([
    [one, other],
    [other, one],
  ]))
    from
      .on('error', () => to.destroy())
      .once('close', () => to.destroy())
      .pipe(to)
}

/** Exactly as many bytes, as soon as they are there. @param {Socket} socket @param {number} count @returns {Promise<Buffer>} */
async function take(socket, count) {
  if (count === 0) return Buffer.alloc(0)
  for (;;) {
    const bytes = socket.read(count)
    if (bytes?.length === count) return bytes
    if (bytes !== null || socket.readableEnded || socket.destroyed) throw new Error('it has ended')
    await once(socket, 'readable')
  }
}
