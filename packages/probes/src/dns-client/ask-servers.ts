import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { startDeadline } from '../deadline.ts'
import type { QueryOutcome, ServerPeer } from '../dns/query-outcome.ts'
import { askTcp } from '../dns/ask-tcp.ts'
import { askUdp } from '../dns/ask-udp.ts'
import { encodeQuery } from '../dns/query.ts'
import { ownCauseOf } from '../own-shortage.ts'

/** What the servers know of one name. */
export type ServersAnswer =
  | { kind: 'found'; address: string }
  /** The name exists, without an address of that family. */
  | { kind: 'no-address' }
  | { kind: 'no-name' }
  /** Somebody answered, and nobody with anything that could be used: SERVFAIL, REFUSED, nonsense. */
  | { kind: 'no-use' }
  /** Nobody said a word. */
  | { kind: 'silence' }
  /** We could not even ask. */
  | { kind: 'short'; error: ProbeError }

/** A server that has not answered within this time is not waited for alone; its answer still counts. */
const patienceMs = 1000
const resendMs: readonly number[] = [1000, 3000]

/**
 * Asks the servers for an address in their order: the next one when the one before has failed or keeps us waiting. All
 * of them are listened to until the time is over, however quick they were before: a slow answer is an answer.
 */
export async function askServers(
  { name, family }: { name: string; family: IpFamily },
  servers: readonly ServerPeer[],
  giveUpMs: number,
): Promise<ServersAnswer> {
  const over = new AbortController()
  const time = startDeadline(giveUpMs, ignore)
  const ask = (server: ServerPeer) =>
    askServer({ name, family }, server, () => Math.max(1, time.leftMs()), over.signal)
  try {
    return await firstUsable(servers, ask)
  } finally {
    time.cancel()
    over.abort()
  }
}

function firstUsable(
  servers: readonly ServerPeer[],
  ask: (server: ServerPeer) => Promise<ServersAnswer>,
): Promise<ServersAnswer> {
  return new Promise((resolve, reject) => {
    const answers: ServersAnswer[] = []
    let begun = 0
    let isOver = false
    let patience: { cancel(): void } | null = null

    function end(answer: ServersAnswer): void {
      isOver = true
      patience?.cancel()
      resolve(answer)
    }

    function take(answer: ServersAnswer): void {
      if (isOver) return
      answers.push(answer)
      if (isUsable(answer)) return end(answer)
      if (begun < servers.length) return askNext()
      if (answers.length === servers.length) end(bestOf(answers))
    }

    function askNext(): void {
      patience?.cancel()
      const server = servers[begun]
      if (server === undefined || isOver) return
      begun += 1
      if (begun < servers.length) patience = startDeadline(patienceMs, askNext)
      ask(server).then(take, (error: unknown) => {
        // What was aborted because another server has answered is of no interest any more.
        if (!isOver) reject(error)
      })
    }

    if (servers.length === 0) return end({ kind: 'silence' })
    askNext()
  })
}

function isUsable({ kind }: ServersAnswer): boolean {
  return kind === 'found' || kind === 'no-address' || kind === 'no-name'
}

function bestOf(answers: readonly ServersAnswer[]): ServersAnswer {
  const short = answers.find(({ kind }) => kind === 'short')
  return short ?? answers.find(({ kind }) => kind === 'no-use') ?? { kind: 'silence' }
}

async function askServer(
  { name, family }: { name: string; family: IpFamily },
  server: ServerPeer,
  leftMs: () => number,
  signal: AbortSignal,
): Promise<ServersAnswer> {
  const type = family === 'IPv4' ? 'A' : 'AAAA'
  const query = encodeQuery(name, type)
  // A name that cannot be written in DNS exists nowhere.
  if (query === null) return { kind: 'no-name' }
  const byDatagram = await askUdp(server, query, { resendMs, giveUpMs: leftMs() }, signal)
  const isCut = byDatagram.kind === 'reply' && byDatagram.reply.json.TC
  return classify(isCut ? await askTcp(server, query, { giveUpMs: leftMs() }, signal) : byDatagram, type)
}

function classify(asked: QueryOutcome, type: 'A' | 'AAAA'): ServersAnswer {
  if (asked.kind === 'failed') {
    if (ownCauseOf(asked.error) !== null) return { kind: 'short', error: asked.error }
    return { kind: asked.error.code === 'EBADRESP' ? 'no-use' : 'silence' }
  }
  const { Status: code, Answer: records } = asked.reply.json
  if (code === 'NXDOMAIN') return { kind: 'no-name' }
  if (code !== 'NOERROR') return { kind: 'no-use' }
  const address = records.find((record) => record.type === type)?.data
  return address === undefined ? { kind: 'no-address' } : { kind: 'found', address }
}

/** Whether any of the servers says anything at all, be it that it does not want to. */
export async function anyServerAnswers(
  name: string,
  servers: readonly ServerPeer[],
  giveUpMs: number,
): Promise<boolean> {
  const over = new AbortController()
  const asking = servers.map(async (server) => {
    const query = encodeQuery(name, 'NS')
    if (query === null) throw new Error(`"${name}" cannot be queried`)
    const asked = await askUdp(server, query, { resendMs: [giveUpMs / 2], giveUpMs }, over.signal)
    if (asked.kind === 'failed' && asked.error.code !== 'EBADRESP') throw new Error(asked.error.message)
  })
  const isAnswered = await Promise.any(asking).then(
    () => true,
    () => false,
  )
  over.abort()
  await Promise.allSettled(asking)
  return isAnswered
}

function ignore(): void {
  return undefined
}
