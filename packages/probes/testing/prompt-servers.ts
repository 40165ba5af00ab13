import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type PromptServersData = { key: string; cert: string }

/** The port of each. */
export type PromptServers = {
  echo: number
  /** TCP and UDP: accepts, and never says a word. */
  silent: number
  /** `/3` redirects three times. */
  http: number
  /** UDP and TCP: every name is this machine. */
  dns: number
  /** TLS 1.2. */
  tls: number
  /** A health service that is serving, without TLS. */
  grpc: number
  /** CONNECT to any port of this machine. */
  proxy: number
}

/** Servers on a thread of their own, which answer while the thread of the test is held up. */
export async function startPromptServers(
  workerData: PromptServersData,
): Promise<{ ports: PromptServers; close(): Promise<unknown> }> {
  const worker = new Worker(new URL('./prompt-servers-worker.ts', import.meta.url), { workerData })
  const [ports] = await once(worker, 'message')
  return { ports: asPorts(ports), close: () => worker.terminate() }
}

/** Safe because the worker says nothing else, and its message is of this type where it is written. */
function asPorts(message: unknown): PromptServers {
  return message as PromptServers
}

const cell = new Int32Array(new SharedArrayBuffer(4))

/** This thread does nothing at all meanwhile. */
export function holdUp(ms: number): void {
  Atomics.wait(cell, 0, 0, ms)
}

/** Holds this thread up for `ms` in every turn of its loop, or in so many, while `work` goes on. */
export async function whileHeldUp<T>(
  { ms, turns = Infinity }: { ms: number; turns?: number },
  work: () => Promise<T>,
): Promise<T> {
  let left = turns
  const turn = (): void => {
    if (left <= 0) return
    left -= 1
    holdUp(ms)
    setImmediate(turn)
  }
  const done = work()
  setImmediate(turn)
  try {
    return await done
  } finally {
    left = 0
  }
}
