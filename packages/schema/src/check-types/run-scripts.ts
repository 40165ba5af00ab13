import { isRecord } from '@sonde/ground/is-record.ts'
import type { QueueLine } from '../agents/agent-protocol.ts'
import type { SuiteJob } from '../agents/suite-job.ts'
import type { WrittenScript } from '../checks/written-scripts.ts'
import type { RunKind } from './check-kind.ts'

/** What each script has before it is ended. */
const scriptLimitMs = 10_000

/** A script as a run is begun with it: code by its hash, a snippet by its number, because that is read when the run is handed out. */
export type RunScript = Pick<WrittenScript, 'owner'> &
  (
    | {
        sha256: string
        bytes: number
        /** Where it lies in the folder of the run, and what it imports from there; absent for most. */
        path?: string
        beside?: readonly RunFile[]
      }
    | { snippetId: number }
  )

/** Part of the configuration that a run is begun with, as `scripts`; absent for most. */
export type RunScripts = {
  /** Of the check or its group; null: that of the account. */
  runtimeId: string | null
  setup: readonly RunScript[]
  teardown: readonly RunScript[]
  /** Of a run of a test session: its scripts are told that they run as in continuous integration. */
  isTestSession?: true
  /** Of checks whose script is a file of tests: that file, and those that lie beside it. */
  test?: {
    file: RunFile
    isNamed: boolean
    beside: readonly RunFile[]
    /** What its output is compared with; absent for most. */
    golden?: readonly GoldenRunFile[]
    /** The run makes these files anew, and compares nothing. */
    updatesSnapshots?: true
  }
  /** Of checks that are a whole project. */
  suite?: RunSuite
}

/** A project as a run is begun with it. How long its bundle is, is known when the run is handed out. */
export type RunSuite = Omit<SuiteJob, 'bundle' | 'accountId'> & { sha256: string }

/** How long it is, and which browser has made it, is known when the run is handed out. */
type GoldenRunFile = Pick<RunFile, 'path' | 'sha256'>

/** A file of a check by its hash, and where it lies in the folder of a run. */
export type RunFile = { path: string; sha256: string; bytes: number }

/** The guarantee behind this cast: nothing but `freezeScripts` of `runs` writes this field. */
export function scriptsIn(config: unknown): RunScripts | null {
  const scripts = isRecord(config) ? config['scripts'] : null
  return isRecord(scripts) ? (scripts as RunScripts) : null
}

/** Which queue a run waits in, by the configuration that it is begun with. Long ones are never in the way of short scripts. */
export function queueOf({ queue }: Pick<RunKind, 'queue'>, config: unknown): QueueLine {
  return queue === 'uptime' && scriptsIn(config) !== null ? 'script' : queue
}

/** Whether a run has user code, by the queue that it waits in: a decision of when it was begun. */
export function isScripted({ queue }: { queue: QueueLine }): boolean {
  return queue !== 'uptime'
}

/** What its scripts may add to an attempt. */
export function scriptsMs(config: unknown): number {
  const scripts = scriptsIn(config)
  return scripts === null ? 0 : (scripts.setup.length + scripts.teardown.length) * scriptLimitMs
}
