import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import type { Peer } from '../connection/describe-socket-error.ts'
import type { Reply } from './read-reply.ts'

/** A server whose address is known. */
export type ServerPeer = Peer & { address: string }

/** What became of one query to one server. */
export type QueryOutcome =
  | { kind: 'reply'; reply: Reply; lookupMs: number }
  | { kind: 'failed'; error: ProbeError }

export function malformedReply({ host, address, port }: ServerPeer, why: string): QueryOutcome {
  return {
    kind: 'failed',
    error: {
      code: 'EBADRESP',
      message: `${address} sent a malformed reply: ${why}`,
      hostname: host,
      address,
      port,
    },
  }
}
