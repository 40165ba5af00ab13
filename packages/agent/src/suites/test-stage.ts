import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SuiteJob } from '@sonde/schema/agents/suite-job.ts'
import type { Browser } from '../browsers/find-browser.ts'
import { commandsOf, type Stage } from './run-stage.ts'
import type { StageTools } from './suite-tools.ts'

/** Nothing depends on it: what takes longer is left. */
const compileMs = 30_000

type TestOrder = {
  suite: SuiteJob
  variables: Readonly<Record<string, string>>
  /** Certificates that the commands of the suite trust. */
  authorities: string
  browser: Browser | null
  tools: StageTools
  timeMs: number
}

/** The tests of a project, with the browser of the location. */
export function testStage(order: TestOrder): Stage {
  const { suite, variables, authorities, browser, tools, timeMs } = order
  const { SERVICE_TRACEPARENT: traceparent, SERVICE_TRACESTATE: tracestate } = variables
  const headers = traceparent === undefined || tracestate === undefined ? null : { traceparent, tracestate }
  const programs = [browser?.path, browser?.ffmpeg].filter((path) => path !== null && path !== undefined)
  return {
    job: {
      stage: 'test',
      command: suite.testCommand,
      workingDir: suite.workingDir,
      variables,
      authorities,
      ...commandsOf(tools),
      browser:
        browser === null ? null : { path: browser.path, ffmpeg: browser.ffmpeg, version: browser.version },
      settings: { headers, hasRecorder: browser !== null && browser.ffmpeg !== null },
    },
    timeMs,
    readOnly: [...tools.readOnly, ...programs.flatMap(foldersOf)],
  }
}

/**
 * The test runner of a project with a test of ours instead of its own, and nothing of the run: Node keeps what it has compiled
 * beside the packages.
 */
export function compileStage(order: TestOrder): Stage {
  const { job, ...stage } = testStage({ ...order, variables: {}, timeMs: compileMs })
  return { ...stage, job: { ...job, stage: 'compile' } }
}

/** A program may be a link to where its parts lie. What comes with the system is there anyway. */
function foldersOf(program: string): string[] {
  return [dirname(program), dirname(realpathSync(program))].filter(
    (folder) => !/^\/(?:usr|bin)(?:\/|$)/.test(folder),
  )
}
