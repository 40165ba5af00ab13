import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setImmediate as otherEvents } from 'node:timers/promises'
import { endDescendants } from './end-descendants.ts'
import type { FileRequest, ProcessEvent, ProcessMessage } from './messages.ts'

// A single hanging test is named by its own limit, before the limit of its file ends the process.
const testTimeoutMs = 5 * 60_000
// After that it is ended by force.
const stopTimeoutMs = 5_000
const outputTimeoutMs = 1_000

export type FileReport = {
  /** In the order of their arrival. */
  parts: (ProcessEvent | { type: 'output'; text: string })[]
  ms: number
  end:
    | { kind: 'ended'; cpuMs: number; residentBytes: number; leftBehind: readonly string[] }
    /** The process is gone, and with it the results of what was still to come in that file. */
    | { kind: 'died'; why: string }
}

/** A process that tests one file after the other. After a report of its death there is nothing to stop. */
export type TestProcess = {
  test(request: FileRequest, limits: { fileMs: number; signal: AbortSignal }): Promise<FileReport>
  stop(): Promise<void>
}

export function startTestProcess(root: string): TestProcess {
  const child = fork(join(import.meta.dirname, 'worker.ts'), {
    cwd: root,
    execArgv: [
      `--test-reporter=${join(import.meta.dirname, 'report-to-parent.ts')}`,
      `--test-timeout=${testTimeoutMs}`,
    ],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // Output that comes between two files belongs to the next one; nobody reads what comes after the last.
  let parts: FileReport['parts'] = []
  const outputs = [child.stdout, child.stderr].flatMap((stream) => stream ?? [])
  for (const stream of outputs) {
    stream.setEncoding('utf8').on('data', (text: string) => parts.push({ type: 'output', text }))
  }
  const exited = once(child, 'exit')
  // Its last words come with or after its exit. A process that it leaves behind may keep its output open.
  const gone = exited.then(([code, exitSignal]) => {
    const ends = Promise.allSettled(
      outputs.map((stream) => finished(stream, { signal: AbortSignal.timeout(outputTimeoutMs) })),
    )
    return ends.then(() => ({ code, exitSignal }))
  })
  const kill = async (): Promise<void> => {
    if (child.pid !== undefined) endDescendants(child.pid)
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
    await exited
    clearTimeout(timer)
  }

  return {
    async test(request, { fileMs, signal }) {
      const startedAt = performance.now()
      const limit = AbortSignal.timeout(fileMs)
      const stopped = AbortSignal.any([signal, limit])
      const end = Promise.withResolvers<FileReport['end']>()
      let lastTest = ''
      const onMessage = (message: ProcessMessage) => {
        if (message.kind === 'event') parts.push(message.event)
        else if (message.kind === 'begun') lastTest = message.test
        else end.resolve(message)
      }
      const reportDeath = async (): Promise<void> => {
        const { code, exitSignal } = await gone
        const ownEnd = exitSignal === null ? `ended with exit code ${code}` : `was ended by ${exitSignal}`
        const reason = limit.aborted ? `it took longer than ${fileMs / 1000} s` : `its process ${ownEnd}`
        const why = signal.aborted ? 'the run was interrupted' : reason
        end.resolve({ kind: 'died', why: lastTest === '' ? why : `${why}, in the test "${lastTest}"` })
      }
      void reportDeath()
      child.on('message', onMessage)
      stopped.addEventListener('abort', kill)
      // A process that has just died cannot be written to; its exit tells the rest.
      child.send(request, () => {})
      try {
        const report = { end: await end.promise, ms: performance.now() - startedAt, parts }
        // What it printed before it said so comes by ways of its own, and may be read after it.
        await otherEvents()
        return report
      } finally {
        parts = []
        stopped.removeEventListener('abort', kill)
        child.off('message', onMessage)
      }
    },

    async stop() {
      if (!child.connected) return
      child.disconnect()
      const timer = setTimeout(() => void kill(), stopTimeoutMs)
      await exited
      clearTimeout(timer)
    },
  }
}
