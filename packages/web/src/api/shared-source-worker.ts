import { openOwnSource, silenceMs, type LiveNews, type LiveSource } from './live-source.ts'
import type { StreamWish } from './shared-source.ts'

type Stream = { source: LiveSource; heardAt: number; windows: Set<MessagePort> }

/** By the names that windows have for them. */
const streams = new Map<string, Stream>()
/** Of windows that have joined a stream: what they missed before it, told by a short one of their own. */
const catchUps = new Map<MessagePort, LiveSource>()

addEventListener('connect', (event) => {
  if (!(event instanceof MessageEvent)) return
  for (const port of event.ports) attend(port)
})

function attend(port: MessagePort): void {
  port.addEventListener('message', ({ data: wish }: MessageEvent<StreamWish>) => {
    if (wish.kind === 'join') join(port, wish)
    else leave(port)
  })
  // A window that crashed says nothing. In browsers without this event its stream ends with the last window.
  port.addEventListener('close', () => leave(port))
  port.start()
}

function join(port: MessagePort, { name, address }: { name: string; address: string }): void {
  let stream = streams.get(name)
  if (stream !== undefined && Date.now() - stream.heardAt >= silenceMs) {
    // A line that broke without a word is given up for all windows as soon as one of them asks again.
    giveUp(name, stream)
    stream = undefined
  }
  if (stream === undefined) {
    open(port, name, address)
    return
  }
  stream.windows.add(port)
  const catchUp = openOwnSource(address, (news) => {
    tell(port, news)
    // Said after all that was missed.
    if (news.kind === 'event' && news.type === 'alive') endCatchUp(port)
  })
  catchUps.set(port, catchUp)
}

function open(port: MessagePort, name: string, address: string): void {
  const stream: Stream = {
    source: openOwnSource(address, take),
    heardAt: Date.now(),
    windows: new Set([port]),
  }
  streams.set(name, stream)

  function take(news: LiveNews): void {
    if (news.kind !== 'error') stream.heardAt = Date.now()
    else if (news.isClosed) streams.delete(name)
    for (const each of stream.windows) tell(each, news)
  }
}

function giveUp(name: string, { source, windows }: Stream): void {
  source.close()
  streams.delete(name)
  for (const port of windows) tell(port, { kind: 'error', isClosed: true })
}

function leave(port: MessagePort): void {
  endCatchUp(port)
  for (const [name, { source, windows }] of streams) {
    if (!windows.delete(port) || windows.size > 0) continue
    source.close()
    streams.delete(name)
  }
}

function endCatchUp(port: MessagePort): void {
  catchUps.get(port)?.close()
  catchUps.delete(port)
}

function tell(port: MessagePort, news: LiveNews): void {
  port.postMessage(news)
}
