import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export type StreamedEvent = { type: string; data: unknown }

/** A stream of server-sent events, read as a browser reads it. */
export type EventStream = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Of a refusal. */
  body(): Promise<string>
  /** Every event so far but signs of life, and the id that a browser would send after a break. */
  readonly events: readonly StreamedEvent[]
  lastEventId(): string
  /** How many signs of life were heard. */
  signs(): number
  retryMs(): number | null
  /** Resolves with the first event, past or future, that is of the type and matches. */
  heard(type: string, matches?: (data: unknown) => boolean): Promise<StreamedEvent>
  /** Resolves when this holds, which is asked after each piece that arrives. */
  until(holds: () => boolean): Promise<void>
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>
  /** Whether it ended as answers end, and was not cut off. */
  isWhole(): boolean
  pause(): void
  resume(): void
  close(): void
}

export async function openEventStream(
  port: number,
  { path, headers }: { path: string; headers: Readonly<Record<string, string>> },
): Promise<EventStream> {
  const outgoing = request({ host: '127.0.0.1', port, path, headers, agent: false })
  outgoing.end()
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response')
  if (incoming === undefined) throw new Error('no answer')
  const isRefused = incoming.statusCode !== 200
  const events: StreamedEvent[] = []
  let signs = 0
  const waiting = new Set<() => void>()
  const ended = Promise.withResolvers<void>()
  let [rest, id, retryMs] = ['', '', null as number | null]

  function takeBlock(block: string): void {
    let [type, data, newId] = ['message', '', id]
    for (const line of block.split('\n')) {
      const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
      if (field === 'event') type = value
      else if (field === 'data') data += value
      else if (field === 'id') newId = value
      else if (field === 'retry') retryMs = Number(value)
    }
    id = newId
    if (type === 'alive') signs += 1
    else if (data !== '') events.push({ type, data: JSON.parse(data) })
  }

  if (!isRefused) {
    incoming.setEncoding('utf8')
    incoming.on('data', (piece: string) => {
      const blocks = (rest + piece).split('\n\n')
      rest = blocks.pop() ?? ''
      blocks.forEach(takeBlock)
      for (const look of waiting) look()
    })
    // A line that is cut off ends as well.
    incoming.on('error', () => ended.resolve())
    incoming.on('close', () => ended.resolve())
  }

  async function until(holds: () => boolean): Promise<void> {
    if (holds()) return
    const met = Promise.withResolvers<void>()
    const look = () => {
      if (holds()) met.resolve()
    }
    waiting.add(look)
    void ended.promise.then(() => met.reject(new Error('the stream has ended')))
    await met.promise.finally(() => waiting.delete(look))
  }

  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: () => text(incoming),
    events,
    signs: () => signs,
    lastEventId: () => id,
    retryMs: () => retryMs,
    until,
    async heard(type, matches = () => true) {
      const find = () => events.find((event) => event.type === type && matches(event.data))
      await until(() => find() !== undefined)
      const found = find()
      if (found === undefined) throw new Error('unreachable: it was there')
      return found
    },
    ended: ended.promise,
    isWhole: () => incoming.complete,
    pause: () => void incoming.pause(),
    resume: () => void incoming.resume(),
    close: () => outgoing.destroy(),
  }
}
