import type { Readable } from 'node:stream'

export type OutputLimits = {
  /** What is looked at; the rest is read and thrown away. */
  keptBytes: number
  /** How fast the rest is read: a flood is to cost whoever writes it. */
  bytesPerSecond: number
}

export const outputLimits: OutputLimits = { keptBytes: 10 * 2 ** 20, bytesPerSecond: 8 * 2 ** 20 }

/** Longer lines are given in pieces, so that one without an end is no more than that in memory. */
const longestLine = 65_536

/**
 * Reads what code prints, by lines. `onCut` is called once, when more came than is kept. The stream is read to its end
 * in any case: code whose output nobody reads stands still.
 */
export function readOutput(
  stream: Readable,
  handlers: { onLine(line: string): void; onCut(): void },
  limits: OutputLimits = outputLimits,
): void {
  const decoder = new TextDecoder()
  let line = ''
  let bytes = 0
  let isCut = false

  function keep(text: string): void {
    const lines = `${line}${text}`.split('\n')
    line = lines.pop() ?? ''
    for (const each of lines) handlers.onLine(each)
    if (line.length > longestLine) flush()
  }

  function flush(): void {
    if (line !== '') handlers.onLine(line)
    line = ''
  }

  stream.on('data', (chunk: Buffer) => {
    const room = Math.max(0, limits.keptBytes - bytes)
    bytes += chunk.length
    if (room > 0) keep(decoder.decode(chunk.subarray(0, room), { stream: true }))
    if (chunk.length <= room) return
    if (!isCut) {
      isCut = true
      flush()
      handlers.onCut()
    }
    stream.pause()
    setTimeout(() => stream.resume(), (1_000 * chunk.length) / limits.bytesPerSecond)
  })
  stream.once('close', flush)
}
