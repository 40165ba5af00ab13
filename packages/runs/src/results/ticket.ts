import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Hold } from '../queue/run-queue.ts'
import type { CheckFacts, TicketedRun } from '../run.ts'

/** Signed, so that the service recognises a run after a restart and nobody can report one that was never given out. */
export type Tickets = {
  issue(run: TicketedRun, hold?: Hold | null): string
  read(ticket: string): Ticket | null
}

/** `hold` is null where the queue knows the lease without it. */
export type Ticket = { run: TicketedRun; hold: Hold | null }

export function createTickets(key: Buffer): Tickets {
  const secret = createSecretKey(key)

  /** As text: a buffer for each costs as much as the signature. */
  function sign(body: string): string {
    return createHmac('sha256', secret).update(body).digest('base64url')
  }
  return {
    issue(run, hold = null) {
      const extra = hold === null ? '' : `,"hold":${JSON.stringify(hold)}`
      const text = writeTicket(run, longestText - extra.length)
      const body = Buffer.from(`${text.slice(0, -1)}${extra}}`).toString('base64url')
      return `${body}.${sign(body)}`
    },
    read(ticket) {
      const [body = '', signature = ''] = ticket.split('.')
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(body))]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const { hold = null, ...run } = readTicket(Buffer.from(body, 'base64url').toString())
      return { run, hold }
    },
  }
}

/** A ticket has 5,000 characters in the messages of agents, of which its signature takes 44. */
const longestText = 3_700

/**
 * The run as text, without what the database has by the number of its snapshot. Without what its check was, too, if
 * that would make it too long: then it is read when it is needed.
 */
export function writeTicket(run: TicketedRun, most = longestText): string {
  const text = textOf(run, run.check === null ? 'null' : textOfFacts(run.check))
  return text.length <= most ? text : textOf(run, 'null')
}

/** Every run is written: its fields are named one by one, because a copy of all but some costs more than the text. */
function textOf(run: TicketedRun, check: string): string {
  const fields: Omit<TicketedRun, 'check'> = {
    runId: run.runId,
    checkNo: run.checkNo,
    checkId: run.checkId,
    accountId: run.accountId,
    checkType: run.checkType,
    scheduledAt: run.scheduledAt,
    origin: run.origin,
    attempt: run.attempt,
    location: run.location,
    place: run.place,
    queue: run.queue,
    source: run.source,
    sessionId: run.sessionId,
    occurrence: run.occurrence,
    snapshot: run.snapshot,
    firstStartedAt: run.firstStartedAt,
    tried: run.tried,
    noisyAttempts: run.noisyAttempts,
    retry: run.retry,
  }
  return `${JSON.stringify(fields).slice(0, -1)},"check":${check}}`
}

/** By the facts themselves: they never change, and all runs of a check have the same ones until it is changed. */
const textsOfFacts = new WeakMap<CheckFacts, string>()

function textOfFacts(check: CheckFacts): string {
  const cached = textsOfFacts.get(check)
  if (cached !== undefined) return cached
  // In memory there is more behind them.
  const facts: CheckFacts = {
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
  const text = JSON.stringify(facts)
  textsOfFacts.set(check, text)
  return text
}

/** Safe because nothing but `writeTicket` wrote it: the signature tells, or the table it lies in. */
export function readTicket(text: string): TicketedRun & { hold?: Hold } {
  const run = JSON.parse(text) as TicketedRun & { hold?: Hold }
  // Programs of before noted neither.
  return { ...run, check: run.check ?? null, noisyAttempts: run.noisyAttempts ?? 0 }
}
