import { readFileSync } from 'node:fs'
import type { Logger } from '@sonde/ground/logger.ts'
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node'

export type NatsOptions = {
  /** As `NATS_URL` names them. */
  addresses: readonly string[]
  credsFile: string | null
  caFile: string | null
  /** What the connection is called in lists of the NATS server. */
  name: string
}

export type Nats = {
  readonly connection: NatsConnection
  /** By the steady clock, for how long there has been no connection; null while there is one. */
  downMs(): number | null
  reconnects(): number
  close(): Promise<void>
}

/** A node that has not answered three of them is left for another one: shards must be given up within 10 s. */
const pingMs = 1_000
/** One that is gone without a word does not keep the others from being tried. */
const dialMs = 3_000
const reconnectMs = 250
/** Whoever looks at the log is told for what the start waits. */
const patienceMs = 2_000

/** Connects, however long that takes; from then on connects again by itself whenever the connection is lost. */
export async function connectNats(
  options: NatsOptions,
  deps: { log: Logger; steadyMs(): number },
): Promise<Nats> {
  const { log, steadyMs } = deps
  const waiting = setTimeout(
    () => log.warn({ hosts: hostsOf(options) }, 'waiting for NATS: it does not answer yet'),
    patienceMs,
  )
  const connection = await connect({
    ...whoAndWhere(options),
    name: options.name,
    waitOnFirstConnect: true,
    timeout: dialMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectMs,
    reconnectJitter: reconnectMs,
    pingInterval: pingMs,
    maxPingOut: 2,
    // Credentials may be wrong for as long as somebody changes them.
    ignoreAuthErrorAbort: true,
    // Otherwise a stack is noted with every parcel, for an error that is hardly ever made.
    noAsyncTraces: true,
  }).finally(() => clearTimeout(waiting))
  let downSince: number | null = null
  let unansweredPings = 0
  let reconnects = 0

  async function follow(): Promise<void> {
    for await (const status of connection.status()) {
      const { type } = status
      // It counts the one that it is about to send.
      if (type === 'ping') unansweredPings = status.pendingPings - 1
      if (type === 'disconnect' && downSince === null) {
        // A node that has fallen silent was gone before anybody noticed.
        downSince = steadyMs() - unansweredPings * pingMs
        unansweredPings = 0
        log.warn({}, 'the connection to NATS is lost; connecting again')
      }
      if (type === 'reconnect') {
        downSince = null
        reconnects += 1
        log.info({}, 'connected to NATS again')
      }
    }
  }
  void follow().catch((error: unknown) => log.error({ err: error }, 'the state of NATS is not known'))

  return {
    connection,
    downMs: () => (downSince === null ? null : steadyMs() - downSince),
    reconnects: () => reconnects,
    async close() {
      // What was said last is sent, where somebody listens.
      if (downSince === null) await connection.drain().catch(() => connection.close())
      else await connection.close()
    },
  }
}

/** Without what must not be in a log. */
function hostsOf({ addresses }: NatsOptions): string[] {
  return addresses.map((address) => new URL(address).host)
}

function whoAndWhere({ addresses, credsFile, caFile }: NatsOptions) {
  const urls = addresses.map((address) => new URL(address))
  const [first] = urls
  const user = decodeURIComponent(first?.username ?? '')
  const pass = decodeURIComponent(first?.password ?? '')
  const isEncrypted = urls.some(({ protocol }) => protocol === 'tls:')
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port === '' ? '4222' : port}`),
    // A name without a password is a token.
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    ...(credsFile === null ? {} : { authenticator: credsAuthenticator(readFileSync(credsFile)) }),
    ...(isEncrypted || caFile !== null ? { tls: caFile === null ? {} : { caFile } } : {}),
  }
}
