import type { Logger } from '@sonde/ground/logger.ts'
import type { ScriptProcess } from './script-process.ts'

/**
 * Sandboxes that wait for a job, so that a run need not wait for one to start. Each is used once. They are started with
 * the first run: an agent that is given no scripts starts no process.
 */
export function createSandboxPool<Process extends Waiting>(deps: {
  size: number
  start(): Promise<Process>
  log: Logger
}) {
  const { size, start, log } = deps
  const waiting = new Set<Process>()
  let starting = 0
  let isClosed = false

  async function add(): Promise<void> {
    starting += 1
    try {
      const process = await start()
      if (isClosed) return void (await process.kill())
      waiting.add(process)
      void replaceWhenOver(process)
    } catch (error) {
      // The run that needs one tells why there is none.
      log.warn(
        {},
        `no sandbox could be started in advance: ${error instanceof Error ? error.message : error}`,
      )
    } finally {
      starting -= 1
    }
  }

  async function replaceWhenOver(process: Process): Promise<void> {
    const why = await process.over
    if (!waiting.delete(process) || isClosed) return
    log.warn({}, `a sandbox that waited for a script has ended: ${why}`)
    // One that never got so far would only be followed by another of its kind.
    if (process.wasReady) refill()
  }

  function refill(): void {
    if (isClosed) return
    while (waiting.size + starting < size) void add()
  }

  return {
    get size(): number {
      return waiting.size
    },
    /** One that nobody has used. Rejects when none can be started. */
    async take(): Promise<Process> {
      const [first] = waiting
      if (first !== undefined) waiting.delete(first)
      try {
        return first ?? (await start())
      } finally {
        refill()
      }
    },
    async close(): Promise<void> {
      isClosed = true
      const all = [...waiting]
      waiting.clear()
      await Promise.all(all.map((process) => process.kill()))
    },
  }
}

export type SandboxPool = ReturnType<typeof createSandboxPool<ScriptProcess>>

type Waiting = Pick<ScriptProcess, 'over' | 'wasReady'> & { kill(): Promise<unknown> }
