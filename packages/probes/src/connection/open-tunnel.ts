import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isMetadataName } from '@sonde/ground/metadata-services.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { startDeadline } from '../deadline.ts'
import type { ProbeContext } from '../probe.ts'
import type { ConnectionTarget, Opening } from './connection.ts'
import { credentialText } from './credential-text.ts'
import { describeSocketError, describeTimeout, type Peer } from './describe-socket-error.ts'
import { dial } from './dial.ts'
import { secureContext } from './secure-contexts.ts'

/** No answer of a proxy to CONNECT is longer; what is, is not one. */
const longestAnswerBytes = 16_384

/**
 * A connection through the proxy of a location. The proxy looks up the name of the target: it may be one that
 * only the proxy knows. Errors name the proxy, and never its password.
 */
export async function openTunnel(
  target: ConnectionTarget,
  {
    resolveName,
    resolveProxy,
    proxy,
    authorities,
  }: Pick<ProbeContext, 'resolveName' | 'resolveProxy' | 'authorities'> & { proxy: URL },
  signal: AbortSignal,
): Promise<Opening> {
  const denied = await refusalOf(target, resolveName)
  signal.throwIfAborted()
  if (denied !== null) return { kind: 'failed', error: denied, stage: 'dns', address: null, dnsMs: null }
  const host = proxy.hostname.replaceAll(/^\[|\]$/g, '')
  const isTls = proxy.protocol === 'https:'
  const port = proxy.port === '' ? (isTls ? 443 : 80) : Number(proxy.port)
  const family = host.includes(':') ? 'IPv6' : 'IPv4'
  const resolution = await resolveProxy(host, family)
  signal.throwIfAborted()
  if (resolution.kind === 'failed') {
    const error = ofProxy(resolution.error, { host, port })
    return { kind: 'failed', error, stage: 'dns', address: null, dnsMs: null }
  }
  const { durationMs: dnsMs } = resolution
  const failed = (error: ProbeError): Opening => ({
    kind: 'failed',
    error: ofProxy(error, { host, port }),
    stage: 'connect',
    address: null,
    dnsMs,
  })
  const startedMs = performance.now()
  const peer = { host, address: resolution.address, port }
  const dialled = await dial(peer, target.connectMs, signal)
  if (dialled.kind === 'failed') return failed(dialled.error)
  const { socket: plain, leftMs } = dialled
  const carrier = isTls
    ? connectTls({
        socket: plain,
        host,
        servername: isIP(host) === 0 ? host : '',
        secureContext: secureContext(authorities, { clientCertificate: null, offersOldVersions: false }),
      })
    : plain
  // For good: nobody listens here once there is TLS inside, and a hostile proxy must not end the process.
  if (isTls) carrier.on('error', () => carrier.destroy())
  const answer = await askForTunnel({ carrier, plain, proxy, target, peer, leftMs, signal })
  if (answer.kind === 'failed') return failed(answer.error)
  return {
    kind: 'open',
    connection: {
      socket: answer.socket,
      address: null,
      port: target.port,
      dnsMs,
      connectMs: performance.now() - startedMs,
    },
  }
}

/**
 * Why an address that is written out, however it is spelled, or a name of a metadata service may not be looked at from
 * here. Other names are not checked: only the proxy knows what they mean.
 */
async function refusalOf(
  { host }: ConnectionTarget,
  resolveName: ProbeContext['resolveName'],
): Promise<ProbeError | null> {
  const spelled = host.includes(':') ? `[${host}]` : host
  const address = URL.canParse(`http://${spelled}/`)
    ? new URL(`http://${spelled}/`).hostname.replaceAll(/^\[|\]$/g, '')
    : host
  const version = isIP(address)
  if (version === 0 && !isMetadataName(address)) return null
  const resolution = await resolveName(address, version === 6 ? 'IPv6' : 'IPv4')
  // A name that is allowed here is the proxy's to look up, also when it is not known here.
  const isRefused = resolution.kind === 'failed' && (version !== 0 || resolution.error.code === 'EACCES')
  return isRefused ? resolution.error : null
}

type TunnelRequest = {
  carrier: Socket
  plain: Socket
  proxy: URL
  target: ConnectionTarget
  peer: Peer
  leftMs: number
  signal: AbortSignal
}

function askForTunnel({
  carrier,
  plain,
  proxy,
  target,
  peer,
  leftMs,
  signal,
}: TunnelRequest): Promise<{ kind: 'open'; socket: Socket } | { kind: 'failed'; error: ProbeError }> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const fail = (error: ProbeError): void => {
      end()
      carrier.destroy()
      plain.destroy()
      resolve({ kind: 'failed', error })
    }
    const deadline = startDeadline(Math.max(1, leftMs), () =>
      fail(describeTimeout(peer, { ms: target.connectMs, phase: 'connect' })),
    )
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk])
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd === -1) {
        if (received.length > longestAnswerBytes) fail(refusal(peer, 'it sent no valid response'))
        return
      }
      const status = /^HTTP\/1\.[01] (?<status>\d{3})/.exec(received.toString('latin1', 0, headEnd))?.groups
      if (status === undefined) return fail(refusal(peer, 'it sent no valid response'))
      if (!status['status']?.startsWith('2')) return fail(refusal(peer, `it answered ${status['status']}`))
      end()
      const rest = received.subarray(headEnd + 4)
      carrier.pause()
      if (rest.length > 0) carrier.unshift(rest)
      resolve({ kind: 'open', socket: carrier })
    }
    const onError = (error: Error): void => fail(describeSocketError(error, peer))
    const onClose = (): void => fail(refusal(peer, 'it closed the connection'))
    const onAbort = (): void => {
      end()
      carrier.destroy()
      plain.destroy()
      reject(signal.reason)
    }
    function end(): void {
      deadline.cancel()
      carrier.off('data', onData)
      carrier.off('error', onError)
      carrier.off('close', onClose)
      signal.removeEventListener('abort', onAbort)
    }
    carrier.on('data', onData)
    carrier.once('error', onError)
    carrier.once('close', onClose)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) return onAbort()
    carrier.write(connectRequest(proxy, target))
  })
}

function connectRequest(proxy: URL, { host, port }: ConnectionTarget): string {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`]
  if (proxy.username !== '' || proxy.password !== '') {
    const credentials = `${credentialText(proxy.username)}:${credentialText(proxy.password)}`
    lines.push(`Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}

function refusal({ host, port }: Peer, why: string): ProbeError {
  return { code: 'ERR_PROXY', message: `refused the connection: ${why}`, hostname: host, port }
}

function ofProxy(error: ProbeError, { host, port }: Pick<Peer, 'host' | 'port'>): ProbeError {
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return { ...error, message: `Proxy ${at}: ${error.message}`, phase: 'proxy' }
}
