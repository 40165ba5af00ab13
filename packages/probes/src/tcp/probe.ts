import type { Socket } from 'node:net'
import type { Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import {
  longestTcpAttemptMs,
  type TcpDocument,
  tcpPhaseLimitMs,
  type TcpRunConfig,
} from '@sonde/schema/check-types/tcp/result.ts'
import { describeSocketError } from '../connection/describe-socket-error.ts'
import { openConnection } from '../connection/open-connection.ts'
import { startDeadline, startWallDeadline } from '../deadline.ts'
import { measureOnLoop } from '../measure-on-loop.ts'
import type { Probe } from '../probe.ts'
import { createReceivedData } from './received-data.ts'

type Needed = 'loop' | 'signal' | 'resolveName' | 'resolveProxy' | 'proxy' | 'authorities'
type TcpProbe = Probe<TcpRunConfig, TcpDocument, Needed>

export type TcpLimits = {
  /** Of connecting, and again of reading. */
  phaseMs(maxResponseTime: number | null): number
  /** An answer is over when so long no further byte came. */
  silenceMs: number
  mostBytes: number
}

const usualLimits: TcpLimits = { phaseMs: tcpPhaseLimitMs, silenceMs: 500, mostBytes: 1024 * 1024 }

/** Connects to a port and, when there is something to send or to read, reads the answer. */
export function createTcpProbe(limits: TcpLimits = usualLimits): TcpProbe {
  return (config, context) =>
    measureOnLoop(context, longestTcpAttemptMs(config), async (signal): Promise<Outcome<TcpDocument>> => {
      const { hostname: host, port, ipFamily: family, data } = config.request
      const phaseMs = limits.phaseMs(config.maxResponseTime)
      const startedMs = performance.now()
      const opening = await openConnection({ host, port, family, connectMs: phaseMs }, context, signal)
      if (opening.kind === 'failed') {
        const elapsedMs = performance.now() - startedMs
        const error = nameTimeout(opening.error, { host, port })
        return { kind: 'unreachable', error, document: null, elapsedMs }
      }
      const { socket, address, dnsMs, connectMs } = opening.connection
      const describe = (received: string, dataMs: number): TcpDocument => ({
        resolvedIp: address,
        data: received,
        timingPhases: {
          dns: dnsMs,
          connection: connectMs,
          data: dataMs,
          total: dnsMs + connectMs + dataMs,
        },
      })
      const wanted = wantedTexts(config)
      if (data === null && wanted === null) {
        // Whatever it may still say about itself has no part in the verdict.
        socket.on('error', ignore)
        socket.destroy()
        return { kind: 'answered', document: describe('', 0) }
      }
      const reading = await converse(socket, { data, wanted, phaseMs, limits, signal })
      const { received, dataMs } = reading
      if (reading.kind === 'over') return { kind: 'answered', document: describe(received, dataMs) }
      const elapsedMs = performance.now() - startedMs
      if (reading.kind === 'silent') {
        const error = timeoutError({ host, port, address }, 'data')
        return { kind: 'unreachable', error, document: describe('', dataMs), elapsedMs }
      }
      const error = describeSocketError(reading.error, { host, address, port })
      return { kind: 'unreachable', error, document: null, elapsedMs }
    })
}

export const probeTcp: TcpProbe = createTcpProbe()

/** What assertions ask about an answer; null when nothing. `canStop`: once the texts have come, nothing can change. */
type Wanted = { texts: readonly string[]; canStop: boolean } | null

function wantedTexts({ request }: TcpRunConfig): Wanted {
  const onData = request.assertions.filter(({ source }) => source === 'RESPONSE_DATA')
  if (onData.length === 0) return null
  // Further bytes cannot undo these two; they could undo any other.
  const canStop = onData.every(
    ({ comparison, property, regex }) =>
      (comparison === 'CONTAINS' || comparison === 'NOT_EMPTY') && property === '' && (regex ?? '') === '',
  )
  const texts = onData.filter(({ comparison }) => comparison === 'CONTAINS').map(({ target }) => target)
  return { texts, canStop }
}

type Reading =
  | { kind: 'over'; received: string; dataMs: number }
  /** Not a byte in time. */
  | { kind: 'silent'; received: string; dataMs: number }
  | { kind: 'broken'; error: Error; received: string; dataMs: number }

type Conversation = {
  data: string | null
  wanted: Wanted
  phaseMs: number
  limits: TcpLimits
  signal: AbortSignal
}

/** Sends, and reads until the answer is over. Always closes the socket. Rejects only when aborted. */
function converse(socket: Socket, { data, wanted, phaseMs, limits, signal }: Conversation): Promise<Reading> {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now()
    const received = createReceivedData(limits.mostBytes, wanted?.canStop === true ? wanted.texts : null)
    let lastMs = startedMs
    let silence: { cancel(): void } | null = null
    const deadline = startDeadline(phaseMs, () => end(received.length === 0 ? 'silent' : 'over'))

    function end(kind: 'over' | 'silent' | Error): void {
      if (kind === 'silent' || (kind === 'over' && received.length === 0)) lastMs = performance.now()
      close()
      const dataMs = lastMs - startedMs
      const text = received.text()
      if (kind instanceof Error) resolve({ kind: 'broken', error: kind, received: text, dataMs })
      else resolve({ kind, received: text, dataMs })
    }

    function close(): void {
      deadline.cancel()
      silence?.cancel()
      signal.removeEventListener('abort', onAbort)
      socket.off('data', onData)
      socket.off('end', onEnd)
      socket.off('close', onEnd)
      socket.off('error', onError)
      socket.on('error', ignore)
      socket.destroy()
    }

    function onData(chunk: Buffer): void {
      lastMs = performance.now()
      received.add(chunk)
      if (received.isFull() || received.hasAllWanted()) return end('over')
      // One timer, however many pieces an answer comes in.
      silence ??= startWallDeadline(limits.silenceMs, onSilence)
    }

    function onSilence(): void {
      const leftMs = limits.silenceMs - (performance.now() - lastMs)
      if (leftMs <= 0) return end('over')
      silence = startWallDeadline(leftMs, onSilence)
    }

    function onEnd(): void {
      end('over')
    }

    /** What came before is an answer, whatever became of the connection. */
    function onError(error: Error): void {
      end(received.length === 0 ? error : 'over')
    }

    function onAbort(): void {
      close()
      reject(signal.reason)
    }

    socket.on('data', onData)
    socket.on('end', onEnd)
    socket.on('close', onEnd)
    socket.on('error', onError)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) return onAbort()
    if (data !== null) socket.write(data)
    // A connection through a proxy comes paused, with what the target has already said.
    socket.resume()
  })
}

/** Of a socket that nobody reads any more. */
function ignore(): void {
  return undefined
}

/** TCP monitors have a word of their own for a connection that nobody accepts. */
function nameTimeout(error: ProbeError, target: { host: string; port: number }): ProbeError {
  if (error.code !== 'ETIMEDOUT') return error
  // The trouble of a proxy keeps the words that name the proxy.
  if (error.phase === 'proxy') return { ...error, code: 'SOCKET_TIMEOUT' }
  return timeoutError({ ...target, address: error.address ?? null }, 'connect')
}

function timeoutError(
  { host, port, address }: { host: string; port: number; address: string | null },
  phase: 'connect' | 'data',
): ProbeError {
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    code: 'SOCKET_TIMEOUT',
    message: `Connection to ${at} timed out (${phase})`,
    phase,
    hostname: host,
    port,
    ...(address === null ? {} : { address }),
  }
}
