import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CheckFacts, TicketedRun } from '../run.ts'

/** Signed, so that the service recognises a run after a restart and nobody can report one that was never given out. */
export type Tickets = { issue(run: TicketedRun): string; read(ticket: string): TicketedRun | null }

export function createTickets(key: Buffer): Tickets {
  function sign(body: string): Buffer {
    return createHmac('sha256', key).update(body).digest()
  }
  return {
    issue(run) {
      const body = Buffer.from(writeTicket(run)).toString('base64url')
      return `${body}.${sign(body).toString('base64url')}`
    },
    read(ticket) {
      const [body = '', signature = ''] = ticket.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(body)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return readTicket(Buffer.from(body, 'base64url').toString())
    },
  }
}

/** A ticket has 5,000 characters in the messages of agents, of which its signature takes 44. */
const longestText = 3_700

/**
 * The run as text, without what the database has by the number of its snapshot. Without what its check was, too, if
 * that would make it too long: then it is read when it is needed.
 */
export function writeTicket(run: TicketedRun): string {
  const { check, ...rest } = run
  if ('config' in rest) delete rest.config
  const text = JSON.stringify({ ...rest, check: check === null ? null : factsInTicket(check) })
  return text.length <= longestText ? text : JSON.stringify({ ...rest, check: null })
}

/** Named one by one: in memory there is more behind them. */
function factsInTicket(check: CheckFacts): CheckFacts {
  return {
    rev: check.rev,
    isActivated: check.isActivated,
    isParallel: check.isParallel,
    pool: check.isParallel ? check.pool : null,
    groupId: check.groupId,
    domain: check.domain,
    hasPlaceholders: check.hasPlaceholders,
    hasOwnVariables: check.hasOwnVariables,
    hasCredentials: check.hasCredentials,
  }
}

/** Safe because nothing but `writeTicket` wrote it: the signature tells, or the table it lies in. */
export function readTicket(text: string): TicketedRun {
  const run = JSON.parse(text) as TicketedRun
  // Programs of before did not note what the check was.
  return { ...run, check: run.check ?? null }
}
