import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { startDeadline } from '../deadline.ts'
import type { ProbeContext } from '../probe.ts'
import { findCertificateProblem, type PresentedChain } from './certificate-problem.ts'
import { trustAnchors } from './chain-trust.ts'
import { toCertificateName } from './covers-host.ts'
import { describeSocketError, describeTimeout, type Peer } from './describe-socket-error.ts'
import { explainTlsReason } from './explain-tls-reason.ts'
import type { Connection } from './connection.ts'
import { secureContext } from './secure-contexts.ts'

export type TlsRequest = {
  connection: Connection
  /** For SNI, unless it is an IP address, and the name that the certificate must cover. */
  host: string
  /** False: any certificate will do, `problem` is null. */
  isVerified: boolean
  clientCertificate: RunCertificate | null
  /** Infinity: the deadline of the whole attempt ends this too, by an abort. */
  handshakeMs: number
  /** TLS 1.0 to 1.3 and old suites, for looking at weak servers. */
  offersOldVersions?: boolean
  asksForStaple?: boolean
  alpnProtocols?: readonly string[]
}

export type TlsStart =
  | {
      kind: 'secure'
      /**
       * To be closed by itself, which closes the connection below too. Destroying that one first and this one in
       * the same turn crashes Node.
       */
      socket: TLSSocket
      tlsMs: number
      /** Of the certificate: the connection stands all the same, so that it can be looked at. */
      problem: ProbeError | null
      /** Of the server; null for a handshake without one. Reading it takes a moment, so it is done once. */
      certificate: X509Certificate | null
      /** The OCSP answer that came with the certificate. */
      staple: Buffer | null
    }
  | { kind: 'failed'; error: ProbeError }

/**
 * Begins TLS on an open connection, never by an earlier session. An error of the socket closes it; whoever gets it
 * must listen at once to know of it. Throws when `signal` is aborted or the client certificate
 * cannot be used; on every way but success the connection is gone.
 */
export async function startTls(
  request: TlsRequest,
  { authorities, now }: Pick<ProbeContext, 'authorities' | 'now'>,
  signal: AbortSignal,
): Promise<TlsStart> {
  const shaken = await shakeHands(request, authorities, signal)
  if (shaken.kind === 'failed') return shaken
  const { socket, tlsMs, staple } = shaken
  const { isVerified, host, clientCertificate } = request
  try {
    const certificate = socket.getPeerX509Certificate() ?? null
    const problem = isVerified
      ? findCertificateProblem(chainToVerify(socket, certificate), {
          host,
          nowAt: now(),
          anchors: () => trustAnchors(authorities, clientCertificate?.ca),
        })
      : null
    return { kind: 'secure', socket, tlsMs, problem, certificate, staple }
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Where OpenSSL is content nobody looks at more than the leaf, and every further certificate is dear to read. */
function chainToVerify(socket: TLSSocket, leaf: X509Certificate | null): PresentedChain {
  if (leaf === null || codeOfAuthorization(socket.authorizationError) !== null) return presentedChain(socket)
  return { certificates: [leaf], openSslCode: null }
}

/** What the server sent, in its order, and what OpenSSL thinks of it by the clock of this machine. */
export function presentedChain(socket: TLSSocket): PresentedChain {
  const certificates: X509Certificate[] = []
  let next = socket.getPeerX509Certificate()
  while (next !== undefined && certificates.length < 100) {
    certificates.push(next)
    next = next.issuerCertificate
  }
  return { certificates, openSslCode: codeOfAuthorization(socket.authorizationError) }
}

/** A code in spite of its type: Node gives the text unless it refuses the connection itself. */
function codeOfAuthorization(error: unknown): string | null {
  if (typeof error === 'string') return error
  if (error instanceof Error) return 'code' in error ? String(error.code) : error.message
  return null
}

type Shaken =
  | Exclude<TlsStart, { kind: 'secure' }>
  | Omit<Extract<TlsStart, { kind: 'secure' }>, 'problem' | 'certificate'>

function shakeHands(
  request: TlsRequest,
  authorities: readonly string[],
  signal: AbortSignal,
): Promise<Shaken> {
  return new Promise((resolve, reject) => {
    const { handshakeMs } = request
    const peer = peerOf(request)
    const startedMs = performance.now()
    let staple: Buffer | null = null
    const socket = beginTls(request, authorities)
    const deadline = startDeadline(handshakeMs, () =>
      fail(describeTimeout(peer, { ms: handshakeMs, phase: 'tls' })),
    )
    const onStaple = (answer: Buffer | null): void => {
      staple = answer
    }
    const giveBack = withholdCertificate(socket)
    const onSecure = (): void => {
      const tlsMs = performance.now() - startedMs
      giveBack()
      end()
      resolve({ kind: 'secure', socket, tlsMs, staple })
    }
    const onError = (error: Error): void => fail(describeHandshakeError(error, peer))
    const onClose = (): void => fail(earlyClose(peer))
    const onAbort = (): void => {
      end()
      socket.destroy()
      reject(signal.reason)
    }
    function fail(error: ProbeError): void {
      end()
      socket.destroy()
      resolve({ kind: 'failed', error })
    }
    function end(): void {
      deadline.cancel()
      socket.off('secureConnect', onSecure)
      socket.off('OCSPResponse', onStaple)
      socket.off('error', onError)
      socket.off('close', onClose)
      signal.removeEventListener('abort', onAbort)
    }
    // For good: a hostile server can break the connection when nobody listens, which would end the process, and
    // Node leaves it open after an error of TLS itself.
    socket.on('error', () => socket.destroy())
    socket.once('secureConnect', onSecure)
    socket.once('OCSPResponse', onStaple)
    socket.once('error', onError)
    socket.once('close', onClose)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}

function peerOf({ connection: { address, port }, host }: TlsRequest): Peer {
  return { host, address, port }
}

function beginTls(request: TlsRequest, authorities: readonly string[]): TLSSocket {
  const { connection, host, clientCertificate, offersOldVersions = false, alpnProtocols } = request
  try {
    return connect({
      socket: connection.socket,
      servername: isIP(host) === 0 ? toCertificateName(host) : '',
      secureContext: secureContext(authorities, { clientCertificate, offersOldVersions }),
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      requestOCSP: request.asksForStaple ?? false,
      // An old server's short key is a finding of its own, not a reason to look away.
      ...(offersOldVersions ? { minDHSize: 1 } : {}),
      ...(alpnProtocols === undefined ? {} : { ALPNProtocols: [...alpnProtocols] }),
    })
  } catch (error) {
    connection.socket.destroy()
    throw error
  }
}

/**
 * Node reads all certificates for `checkServerIdentity`, a tenth of what a handshake costs us, and ours looks at
 * none. Until the function that this returns is called, Node finds none.
 */
function withholdCertificate(socket: TLSSocket): () => void {
  const read = socket.getPeerCertificate
  let isWithheld = true
  // Never taken away again: an object that loses a property becomes a slow one.
  Object.defineProperty(socket, 'getPeerCertificate', {
    value: (isDetailed?: boolean): unknown => (isWithheld ? {} : Reflect.apply(read, socket, [isDetailed])),
  })
  return () => {
    isWithheld = false
  }
}

function earlyClose(peer: Peer): ProbeError {
  const error = Object.assign(new Error('closed'), { code: 'ECONNRESET' })
  return { ...describeSocketError(error, peer), phase: 'tls' }
}

/** What TLS itself refuses is EPROTO whatever OpenSSL calls it; everything else happened to the connection below. */
function describeHandshakeError(error: Error, peer: Peer): ProbeError {
  const described = { ...describeSocketError(error, peer), phase: 'tls' }
  const { code } = described
  if (!code.startsWith('ERR_SSL_') && !code.startsWith('ERR_TLS_') && code !== 'EPROTO') return described
  const host = peer.address ?? peer.host
  const at = `${host.includes(':') ? `[${host}]` : host}:${peer.port}`
  const reason = explainTlsReason(reasonOf(error))
  return { ...described, code: 'EPROTO', message: `TLS handshake with ${at} failed: ${reason}` }
}

/** OpenSSL's own few words, without the addresses and source lines around them. */
function reasonOf(error: Error): string {
  if ('reason' in error && typeof error.reason === 'string') return error.reason
  return /:SSL routines:[^:]*:(?<reason>[^:\n]+)/.exec(error.message)?.groups?.['reason'] ?? error.message
}
