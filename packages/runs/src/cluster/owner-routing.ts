import { chunks } from '@sonde/ground/chunks.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { shardOf } from '@sonde/store/cluster/shard-runs.ts'
import type { HearRuns, RunEvent, RunRouting } from '../queue/jetstream/run-book.ts'
import { readTicket, writeTicket } from '../results/ticket.ts'
import { isTicketed, type RunName } from '../run.ts'
import { isRunName, isTicketedRun } from '../run-shape.ts'
import type { ClusterBus } from './cluster-bus.ts'
import type { ClusterLeases } from './cluster-leases.ts'

/** A message of NATS has at most a megabyte. */
const mostRuns = 200

const kinds = ['taken', 'held', 'returned', 'completed', 'closed', 'expired'] as const

type Outgoing = { event: RunEvent; isPassedOn: boolean }

/**
 * What becomes of runs is told to the server that has the shard of their check. May be lost: whoever decides looks in
 * the database before it believes for long that a run is open. There are three events for every run, so that they are
 * short: who has published a run knows it by its name, and of one that is over nobody asks for more.
 */
export function routeToOwners(deps: {
  bus: ClusterBus
  serverId: string
  leases: Pick<ClusterLeases, 'ownerOf'>
  hear: HearRuns
  log: Logger
}): RunRouting {
  const { bus, serverId, leases, hear, log } = deps
  /** What was told to others in this turn of the event loop, by owner. */
  const outgoing = new Map<string, Outgoing[]>()
  let isSending = false

  /** What nobody has is heard here: somebody may have it by the next event. */
  function ownerOf({ checkNo }: RunName): string {
    return leases.ownerOf(shardOf(checkNo)) ?? serverId
  }

  function sendLater(owner: string, event: RunEvent, isPassedOn: boolean): void {
    const waiting = outgoing.get(owner)
    if (waiting === undefined) outgoing.set(owner, [{ event, isPassedOn }])
    else waiting.push({ event, isPassedOn })
    if (isSending) return
    isSending = true
    setImmediate(sendAll)
  }

  function sendAll(): void {
    isSending = false
    for (const [owner, waiting] of outgoing) {
      outgoing.delete(owner)
      const closed = new Set(
        waiting.flatMap(({ event: { kind, runs } }) =>
          kind === 'closed' ? runs.map(({ runId }) => runId) : [],
        ),
      )
      for (const { event, isPassedOn } of waiting) {
        // A run that is over has no open attempt: that is all that this one would say.
        const runs =
          event.kind === 'completed' ? event.runs.filter(({ runId }) => !closed.has(runId)) : event.runs
        send(owner, { ...event, runs }, isPassedOn)
      }
    }
  }

  function send(owner: string, { kind, runs, at, publisher }: RunEvent, isPassedOn: boolean): void {
    // Only what an agent has is noted where nobody knew of it.
    const isByName = (kind !== 'taken' && kind !== 'held') || publisher === owner
    for (const slice of chunks(runs, mostRuns)) {
      const ticketed = isByName ? [] : slice.filter(isTicketed)
      const named = isByName ? slice : slice.filter((run) => !isTicketed(run))
      const tickets = ticketed.map((run) => writeTicket(run))
      bus.publish({ owner }, { kind, at, isPassedOn, names: named.map(nameOf), tickets })
    }
  }

  async function tell(event: RunEvent, isPassedOn = false): Promise<void> {
    for (const [owner, runs] of Map.groupBy(event.runs, ownerOf)) {
      if (owner === serverId) await hear({ ...event, runs })
      else sendLater(owner, { ...event, runs }, isPassedOn)
    }
  }

  const stop = bus.subscribe({ owner: serverId }, (payload) => {
    const told = readEvent(payload)
    if (told === null) return
    // To whoever has it by now, but not for ever: two servers may each believe that it is the other's.
    const heard = told.isPassedOn ? hear(told.event) : tell(told.event, true)
    heard.catch((error: unknown) => log.warn({ err: error }, 'could not follow what became of runs'))
  })

  return {
    tell: async (event) => await tell(event),
    stop() {
      stop()
      sendAll()
    },
  }
}

/** In one fixed order, because there are several for every run. */
type PackedName = readonly [
  runId: string,
  attempt: number,
  checkNo: number,
  checkId: string,
  scheduledAt: number,
  origin: string,
  source: RunName['source'],
]

function nameOf({ runId, attempt, checkNo, checkId, scheduledAt, origin, source }: RunName): PackedName {
  return [runId, attempt, checkNo, checkId, scheduledAt, origin, source]
}

/** What a newer server tells in another way is passed over. */
function readName(name: unknown): RunName | null {
  if (!Array.isArray(name)) return null
  const [runId, attempt, checkNo, checkId, scheduledAt, origin, source]: unknown[] = name
  const read = { runId, attempt, checkNo, checkId, scheduledAt, origin, source }
  return isRunName(read) ? read : null
}

function readEvent(payload: unknown): Outgoing | null {
  if (!isRecord(payload)) return null
  const { at, names, tickets, isPassedOn } = payload
  const kind = kinds.find((known) => known === payload['kind'])
  if (kind === undefined || typeof at !== 'number' || !Array.isArray(tickets) || !Array.isArray(names)) {
    return null
  }
  const ticketed = tickets.filter((ticket) => typeof ticket === 'string').map(readTicket)
  const runs = [...names.map(readName).filter((name) => name !== null), ...ticketed.filter(isTicketedRun)]
  return { event: { kind, runs, at }, isPassedOn: isPassedOn === true }
}
