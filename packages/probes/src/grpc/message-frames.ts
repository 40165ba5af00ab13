/** What a piece of a stream held: messages, or the reason to stop reading. */
type Read =
  | { kind: 'message'; message: Buffer }
  | { kind: 'too-large'; limitBytes: number }
  | { kind: 'compressed' }

const headBytes = 5

/** A message behind its length, as gRPC writes them: one byte for compression, four for the length. */
export function frame(message: Buffer): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

export type FrameReader = {
  read(chunk: Buffer): Generator<Read>
  /** Whether a message has begun and not ended. */
  isCut(): boolean
}

/** Puts messages together, however they are cut on their way. Keeps no more than one message at a time. */
export function createFrameReader(limits: { longestMessageBytes: number; mostBytes: number }): FrameReader {
  let pending: Buffer[] = []
  let pendingBytes = 0
  let allBytes = 0
  let wantedBytes = headBytes

  const takeAll = (): Buffer => {
    const [only] = pending
    const joined = pending.length === 1 && only !== undefined ? only : Buffer.concat(pending)
    pending = []
    pendingBytes = 0
    return joined
  }

  return {
    *read(chunk) {
      allBytes += chunk.length
      if (allBytes > limits.mostBytes) {
        yield { kind: 'too-large', limitBytes: limits.mostBytes }
        return
      }
      pending.push(chunk)
      pendingBytes += chunk.length
      while (pendingBytes >= wantedBytes) {
        const bytes = takeAll()
        const length = bytes.readUInt32BE(1)
        if (bytes[0] !== 0) {
          yield { kind: 'compressed' }
          return
        }
        if (length > limits.longestMessageBytes) {
          yield { kind: 'too-large', limitBytes: limits.longestMessageBytes }
          return
        }
        const end = headBytes + length
        const rest = bytes.length >= end ? bytes.subarray(end) : bytes
        if (rest.length > 0) {
          pending = [rest]
          pendingBytes = rest.length
        }
        wantedBytes = bytes.length >= end ? headBytes : end
        if (bytes.length >= end) yield { kind: 'message', message: bytes.subarray(headBytes, end) }
      }
    },
    isCut: () => pendingBytes > 0,
  }
}
