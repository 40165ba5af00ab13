import type { Logger } from '@sonde/ground/logger.ts'

/** What one server at a time does. `start` makes it anew: it may have been another's for days. */
export type NamedJobs = Readonly<Record<string, { start(): Promise<{ stop(): Promise<void> }> }>>

/** The jobs that run here. Each is started after it has stopped, and stopped after it has started. */
export function createJobHolder({ jobs, log }: { jobs: NamedJobs; log: Logger }) {
  const running = new Map<string, Promise<{ stop(): Promise<void> } | null>>()
  const ending = new Map<string, Promise<void>>()

  async function startOne(name: string): Promise<{ stop(): Promise<void> } | null> {
    await ending.get(name)
    try {
      return (await jobs[name]?.start()) ?? null
    } catch (error) {
      log.error({ err: error, job: name }, 'a job could not be started')
      return null
    }
  }

  async function end(name: string): Promise<void> {
    const started = running.get(name)
    if (started === undefined) return await ending.get(name)
    running.delete(name)
    const ended = started
      .then(async (job) => await job?.stop())
      .catch((error: unknown) => log.warn({ err: error, job: name }, 'a job did not stop cleanly'))
    ending.set(name, ended)
    await ended
  }

  return {
    held: (): string[] => [...running.keys()],
    begin(names: readonly string[]): void {
      for (const name of names) if (!running.has(name)) running.set(name, startOne(name))
    },
    end,
    /** Ends all others; those that are missing here were lost and begun elsewhere, or not known to be this server's. */
    keep(names: readonly string[]): void {
      for (const name of running.keys()) if (!names.includes(name)) void end(name)
      this.begin(names)
    },
  }
}
