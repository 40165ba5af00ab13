import type { CollectedBody } from './kept-body.ts'

/** All of a body, as it comes over the wire. How much that may be is for the exchange to limit. */
export type WholeBody = CollectedBody & { bytes(): Uint8Array }

export function createWholeBody(): WholeBody {
  const chunks: Buffer[] = []
  return {
    add: (chunk) => void chunks.push(chunk),
    // A copy of its own: a chunk is a piece of a pool that Node uses again, and would be sent whole to another thread.
    bytes: () => new Uint8Array(Buffer.concat(chunks)),
  }
}
