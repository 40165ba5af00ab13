import type { Logger } from '@sonde/ground/logger.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import { mostArtifacts } from '@sonde/schema/agents/artifact-protocol.ts'
import type { ArtifactFile, Upload, UploadOrder } from './upload-artifact.ts'

/** What a run left behind. Whoever takes it over calls `dispose` when the files are not needed any more. */
export type RunFiles = { files: readonly ArtifactFile[]; dispose(): Promise<void> }

type UploadedRun = { runId: string; attempt: number; ticket: string }
type Waiting = { run: UploadedRun; files: RunFiles; timer: NodeJS.Timeout }

const mostAtOnce = 2
/** For how long files are kept for a service that does not take them. */
const mostWaitMs = dayMs

/**
 * Files of runs on their way to the service. They follow the result, which never waits for them, and are given up after
 * a day or when the agent ends.
 */
export function createArtifactUploads(deps: {
  upload(order: UploadOrder, signal: AbortSignal): Promise<Upload>
  log: Logger
  onIdle(): void
}) {
  const { upload, log } = deps
  const stopping = new AbortController()
  /** Until the service has the result. */
  const waiting = new Map<string, Waiting>()
  const queue: Waiting[] = []
  let underWay = 0

  function add(run: UploadedRun, files: RunFiles): void {
    if (files.files.length === 0 || stopping.signal.aborted) return dispose(files)
    const key = keyOf(run)
    const timer = setTimeout(() => forget(run, 'the service does not have its result'), mostWaitMs)
    timer.unref()
    waiting.set(key, { run, files, timer })
  }

  function forget(run: Pick<UploadedRun, 'runId' | 'attempt'>, why: string): void {
    const entry = take(run)
    if (entry === null) return
    log.debug({ runId: run.runId, files: entry.files.files.length }, `files of a run were dropped: ${why}`)
    dispose(entry.files)
    tellIfIdle()
  }

  function take(run: Pick<UploadedRun, 'runId' | 'attempt'>): Waiting | null {
    const entry = waiting.get(keyOf(run)) ?? null
    if (entry === null) return null
    clearTimeout(entry.timer)
    waiting.delete(keyOf(run))
    return entry
  }

  function next(): void {
    if (underWay >= mostAtOnce) return
    const entry = queue.shift()
    if (entry === undefined) return tellIfIdle()
    underWay += 1
    void uploadAll(entry).finally(() => {
      underWay -= 1
      next()
    })
  }

  async function uploadAll({ run, files: { files, dispose: end } }: Waiting): Promise<void> {
    const { runId, ticket } = run
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(mostWaitMs)])
    for (const [index, file] of files.slice(0, mostArtifacts).entries()) {
      if (stopping.signal.aborted) break
      const order = { run: { runId, ticket }, number: index + 1, file }
      const { name } = file
      try {
        const outcome = await upload(order, signal)
        if (outcome.kind === 'left-out') {
          log.warn({ runId, name }, `a file of a run was not uploaded: ${outcome.why}`)
        }
      } catch (error) {
        log.warn({ runId, name }, `a file of a run was not uploaded: ${String(error)}`)
      }
    }
    const tooMany = files.length - mostArtifacts
    if (tooMany > 0) log.warn({ runId, tooMany }, `a run left more than ${mostArtifacts} files`)
    await end().catch((error: unknown) => log.warn({ runId }, `files were not removed: ${String(error)}`))
  }

  function dispose(files: RunFiles): void {
    files.dispose().catch((error: unknown) => log.warn({}, `files were not removed: ${String(error)}`))
  }

  function tellIfIdle(): void {
    if (underWay === 0 && queue.length === 0) deps.onIdle()
  }

  return {
    /** Before the result is sent. */
    add,
    /** The service has the result: its files may follow. */
    noteStored(run: { runId: string; attempt: number }): void {
      const entry = take(run)
      if (entry === null) return
      queue.push(entry)
      next()
    },
    /** The service will not have this result. */
    noteLost: (run: { runId: string; attempt: number }) => forget(run, 'the result was not accepted'),
    /** Those whose result the service has. */
    get size(): number {
      return underWay + queue.length
    },
    stop(): void {
      stopping.abort(new Error('the agent is stopping'))
      for (const { run } of waiting.values()) forget(run, 'the agent is stopping')
    },
  }
}

function keyOf({ runId, attempt }: { runId: string; attempt: number }): string {
  return `${runId}/${attempt}`
}
