import { chunks } from '@sonde/ground/chunks.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { shardOf } from '@sonde/store/cluster/shard-runs.ts'
import type { HearRuns, RunEvent, RunRouting } from '../queue/jetstream/run-book.ts'
import { readTicket, writeTicket } from '../results/ticket.ts'
import type { TicketedRun } from '../run.ts'
import type { ClusterBus } from './cluster-bus.ts'
import type { ClusterLeases } from './cluster-leases.ts'

/** A message of NATS has at most a megabyte. */
const mostRuns = 200

const kinds = ['taken', 'held', 'returned', 'completed', 'closed', 'expired'] as const

/**
 * What becomes of runs is told to the server that has the shard of their check. May be lost: whoever decides looks in
 * the database before it believes for long that a run is open.
 */
export function routeToOwners(deps: {
  bus: ClusterBus
  serverId: string
  leases: Pick<ClusterLeases, 'ownerOf'>
  hear: HearRuns
  log: Logger
}): RunRouting {
  const { bus, serverId, leases, hear, log } = deps

  /** What nobody has is heard here: somebody may have it by the next event. */
  function ownerOf({ checkNo }: TicketedRun): string {
    return leases.ownerOf(shardOf(checkNo)) ?? serverId
  }

  function send(owner: string, { kind, runs, at }: RunEvent, isPassedOn: boolean): void {
    for (const slice of chunks(runs, mostRuns)) {
      const tickets = slice.map((run) => writeTicket(run))
      bus.publish({ owner }, { kind, at, isPassedOn, tickets })
    }
  }

  async function tell(event: RunEvent, isPassedOn = false): Promise<void> {
    for (const [owner, runs] of Map.groupBy(event.runs, ownerOf)) {
      if (owner === serverId) await hear({ ...event, runs })
      else send(owner, { ...event, runs }, isPassedOn)
    }
  }

  const stop = bus.subscribe({ owner: serverId }, (payload) => {
    const told = readEvent(payload)
    if (told === null) return
    // To whoever has it by now, but not for ever: two servers may each believe that it is the other's.
    const heard = told.isPassedOn ? hear(told.event) : tell(told.event, true)
    heard.catch((error: unknown) => log.warn({ err: error }, 'could not follow what became of runs'))
  })

  return { tell: async (event) => await tell(event), stop }
}

function readEvent(payload: unknown): { event: RunEvent; isPassedOn: boolean } | null {
  if (!isRecord(payload)) return null
  const { at, tickets, isPassedOn } = payload
  const kind = kinds.find((known) => known === payload['kind'])
  if (kind === undefined || typeof at !== 'number' || !Array.isArray(tickets)) return null
  const runs = tickets.filter((ticket) => typeof ticket === 'string').map(readTicket)
  return { event: { kind, runs, at }, isPassedOn: isPassedOn === true }
}
