import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Run, TicketedRun } from '../run.ts'

/** Signed, so that the service recognises a run after a restart and nobody can report one that was never given out. */
export type Tickets = { issue(run: Run): string; read(ticket: string): TicketedRun | null }

export function createTickets(key: Buffer): Tickets {
  function sign(body: string): Buffer {
    return createHmac('sha256', key).update(body).digest()
  }
  return {
    issue(run) {
      const { config: _config, ...rest } = run
      const body = Buffer.from(JSON.stringify(rest)).toString('base64url')
      return `${body}.${sign(body).toString('base64url')}`
    },
    read(ticket) {
      const [body = '', signature = ''] = ticket.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(body)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return parse(body)
    },
  }
}

/** Safe because only what `issue` wrote has our signature. */
function parse(body: string): TicketedRun {
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as TicketedRun
}
