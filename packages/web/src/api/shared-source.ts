import { openOwnSource, type LiveNews, type LiveSource } from './live-source.ts'

/** What a window says to the worker: first which stream it wants, and in the end that it wants it no longer. */
export type StreamWish = { kind: 'join'; name: string; address: string } | { kind: 'leave' }

/** Where the browser has no such workers (Chrome on Android, which shows one tab at a time), or does not start this one. */
let isAlone = typeof SharedWorker === 'undefined'

/**
 * One stream for all windows of the browser that ask for the same `name`: without HTTP/2 a browser has six connections to a
 * server, and with as many windows side by side nothing else would get through. It is held by a worker and not by one
 * of the windows, so that no window has to follow another that was closed, frozen or lost; and locks, by which windows
 * could choose one of them, do not exist at addresses without TLS, which are those without HTTP/2.
 */
export function openSharedSource(
  { name, address }: { name: string; address: string },
  take: (news: LiveNews) => void,
): LiveSource {
  if (isAlone) return openOwnSource(address, take)
  const worker = new SharedWorker(new URL('./shared-source-worker.ts', import.meta.url), {
    type: 'module',
    name: 'live-events',
  })
  const { port } = worker
  let own: LiveSource | null = null
  let isClosed = false
  const tell = (wish: StreamWish) => port.postMessage(wish)
  worker.addEventListener('error', () => {
    isAlone = true
    if (!isClosed) own ??= openOwnSource(address, take)
  })
  port.addEventListener('message', ({ data }: MessageEvent<LiveNews>) => take(data))
  port.start()
  tell({ kind: 'join', name, address })
  return {
    close() {
      isClosed = true
      own?.close()
      tell({ kind: 'leave' })
      port.close()
    },
  }
}
