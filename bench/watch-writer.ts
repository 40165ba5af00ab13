import { appendFileSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Loaded into a server before its own code (`--import`): writes down how long the one writer of SQLite is held, and how long the
// event loop stands still.

/** A line of the file that `BENCH_WRITER_FILE` names. */
export type WriterLine = { at: number } & (
  | { heldMs: number; heldCpuMs: number; commitMs: number }
  | { blockedMs: number }
)

const leastMs = 20
const lookMs = 250
const file = process.env['BENCH_WRITER_FILE']
if (file !== undefined && isMainThread) watch(file)

function watch(path: string): void {
  const write = (line: WriterLine) => appendFileSync(path, `${JSON.stringify(line)}\n`)
  let begun: { ms: number; cpu: NodeJS.CpuUsage } | null = null

  /** Wraps what begins and ends transactions, and nothing that is run for each row. */
  function wrapped(statement: StatementSync, after: (ranMs: number) => void): StatementSync {
    const run = statement.run.bind(statement)
    statement.run = () => {
      const from = performance.now()
      const changes = run()
      after(performance.now() - from)
      return changes
    }
    return statement
  }

  const prepare = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'prepare')?.value as (
    sql: string,
  ) => StatementSync
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
    const statement = prepare.call(this, sql)
    if (sql === 'begin immediate')
      return wrapped(statement, () => {
        begun = { ms: performance.now(), cpu: process.threadCpuUsage() }
      })
    if (sql !== 'commit') return statement
    return wrapped(statement, (commitMs) => {
      if (begun === null) return
      const heldMs = performance.now() - begun.ms
      const { user, system } = process.threadCpuUsage(begun.cpu)
      if (heldMs >= leastMs) write({ at: Date.now(), heldMs, heldCpuMs: (user + system) / 1000, commitMs })
      begun = null
    })
  }

  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  setInterval(() => {
    const blockedMs = delays.max / 1e6
    delays.reset()
    if (blockedMs >= leastMs) write({ at: Date.now(), blockedMs })
  }, lookMs).unref()
}
