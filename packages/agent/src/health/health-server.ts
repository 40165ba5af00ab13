import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { boardWords, createHealthBoard } from './health-board.ts'
import { StartFailure } from '../start-failure.ts'

export type HealthWorkerData = { port: number; memory: SharedArrayBuffer }
export type HealthWorkerMessage = { kind: 'listening'; port: number } | { kind: 'failed'; code: string }

export type HealthServer = Awaited<ReturnType<typeof startHealthServer>>

const turnMs = 1_000

/** Opens the health endpoints; they answer until `close`, whatever the main thread does. `onTurn` is called every second. */
export async function startHealthServer({ port, onTurn }: { port: number; onTurn?: () => void }) {
  const memory = new SharedArrayBuffer(boardWords * Int32Array.BYTES_PER_ELEMENT)
  const board = createHealthBoard(memory)
  board.noteTurn()
  const workerData: HealthWorkerData = { port, memory }
  const worker = new Worker(new URL('./health-worker.ts', import.meta.url), {
    workerData,
    name: 'health',
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    // The answers of this thread depend on nothing in the environment, and the key may be in there.
    env: {},
    execArgv: [],
  })
  const bound = await Promise.race([listening(worker), once(worker, 'error')])
  if (Array.isArray(bound)) throw bound[0]
  if (bound.kind === 'failed') {
    await worker.terminate()
    throw new StartFailure(`AGENT_HEALTH_PORT: ${explain(port, bound.code)}`)
  }
  const timer = setInterval(() => {
    board.noteTurn()
    onTurn?.()
  }, turnMs)
  return {
    port: bound.port,
    setState: board.setState,
    noteContact: board.noteContact,
    async close(): Promise<void> {
      clearInterval(timer)
      await worker.terminate()
    },
  }
}

async function listening(worker: Worker): Promise<HealthWorkerMessage> {
  const [message] = await once(worker, 'message')
  return message
}

function explain(port: number, code: string): string {
  if (code === 'EADDRINUSE') return `${port} is already in use; choose another port`
  if (code === 'EACCES') return `no permission to listen on ${port}; choose a port above 1023`
  return `cannot listen on ${port} (${code})`
}
