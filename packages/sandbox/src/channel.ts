import type { Readable } from 'node:stream'

export type ChannelLimits = {
  lineBytes: number
  /** Of all lines together. */
  bytes: number
} & MessageLimits

export type MessageLimits = {
  /** How deep objects and lists may nest. */
  depth: number
  /** How many values there may be: parsing costs by the value, and `{},` is one. */
  values: number
}

export const messageLimits: MessageLimits = { depth: 50, values: 100_000 }

export const channelLimits: ChannelLimits = { lineBytes: 2 ** 20, bytes: 8 * 2 ** 20, ...messageLimits }

const lineBreak = 10

/**
 * Reads the messages of code that nobody trusts, one line of JSON each. `onMessage` is given whatever JSON says, and
 * returns false for what is no message; `onBreach` is called once, for that and for what goes beyond the limits, and
 * nothing is read any more. `onEnd` is called when nothing more can come. Never more than one line is held.
 */
export function readChannel(
  stream: Readable,
  handlers: { onMessage(value: unknown): boolean; onBreach(): void; onEnd(): void },
  limits: ChannelLimits = channelLimits,
): void {
  let line: Buffer[] = []
  let lineBytes = 0
  let bytes = 0
  let isOver = false

  function breach(): void {
    isOver = true
    line = []
    // Whoever goes on writing finds nobody there.
    stream.destroy()
    handlers.onBreach()
  }

  function add(part: Buffer): boolean {
    lineBytes += part.length
    if (lineBytes > limits.lineBytes) return false
    line.push(part)
    return true
  }

  function takeLine(): boolean {
    const text = Buffer.concat(line)
    line = []
    lineBytes = 0
    const parsed = parseMessage(text, limits)
    return parsed !== null && handlers.onMessage(parsed.value)
  }

  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    let from = 0
    while (!isOver) {
      const end = chunk.indexOf(lineBreak, from)
      const part = chunk.subarray(from, end === -1 ? undefined : end)
      // Checked before the line is looked at: all of it counts, whatever it says.
      if (bytes > limits.bytes || !add(part)) return breach()
      if (end === -1) return
      if (!takeLine()) return breach()
      from = end + 1
    }
  })
  stream.once('close', () => {
    if (!isOver) handlers.onEnd()
  })
}

/**
 * What code that nobody trusts has written; null: it is no JSON, or goes beyond the limits. Names such as `__proto__`
 * become properties like any other.
 */
export function parseMessage(text: Buffer, limits: MessageLimits): { value: unknown } | null {
  if (isBeyond(text, limits)) return null
  try {
    return { value: JSON.parse(text.toString('utf8')) }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d])

function isBeyond(text: Buffer, limits: MessageLimits): boolean {
  let depth = 0
  let values = 1
  let isInText = false
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index] ?? 0
    if (isInText) {
      if (byte === backslash) index += 1
      else if (byte === quote) isInText = false
    } else if (byte === quote) isInText = true
    else if (opening.has(byte)) {
      depth += 1
      values += 1
      if (depth > limits.depth || values > limits.values) return true
    } else if (closing.has(byte)) depth -= 1
    else if (byte === comma) {
      values += 1
      if (values > limits.values) return true
    }
  }
  return false
}
