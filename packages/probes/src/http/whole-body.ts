/** Takes a body as it comes. */
export type CollectedBody = { add(chunk: Buffer): void }

/** All of a body, as it comes over the wire, up to so many bytes. The exchange stops reading soon after them. */
export type WholeBody = CollectedBody & { bytes(): Uint8Array<ArrayBuffer> }

export function createWholeBody(mostBytes: number): WholeBody {
  const chunks: Buffer[] = []
  let left = mostBytes
  return {
    add(chunk) {
      if (left <= 0) return
      chunks.push(chunk.length > left ? chunk.subarray(0, left) : chunk)
      left -= chunk.length
    },
    // A copy of its own: a chunk is a piece of a pool that Node uses again, and would be sent whole to another thread.
    bytes: () => new Uint8Array(Buffer.concat(chunks)),
  }
}
