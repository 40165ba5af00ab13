import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SandboxRequest } from '@sonde/sandbox/sandbox.ts'
import type { InstalledRuntime } from '../scripts/runtimes.ts'
import type { TestJob } from './test-process.ts'
import type { TestRunLimits } from './test-run-limits.ts'

/** The variable by which Node finds compiled code. */
export const compiledVariable = 'NODE_COMPILE_CACHE'

/** The test runner of a runtime in a sandbox, with a browser beside it. */
export function testSandbox(
  { node, folder }: InstalledRuntime,
  {
    harness,
    limits,
    browser,
    hasCertificates,
    compiled,
  }: {
    harness: string
    limits: TestRunLimits
    browser: TestJob['browser']
    hasCertificates: boolean
    /** The folder with what need not be compiled again; null: there is none. */
    compiled: string | null
  },
): SandboxRequest {
  const programs = browser === null ? [] : [browser.path, browser.ffmpeg].filter((path) => path !== null)
  return {
    command: [
      node,
      '--no-warnings',
      // In the runner, and in its workers, which are started with the same arguments.
      `--import=${harness}/playwright/preload.mjs`,
      `${harness}/playwright/main.mjs`,
      folder,
    ],
    readOnly: [
      ...new Set([
        dirname(dirname(node)),
        folder,
        harness,
        ...(compiled === null ? [] : [compiled]),
        ...programs.flatMap(foldersOf),
      ]),
    ],
    limits: limits.sandbox,
    mayListen: false,
    hasLocalSockets: browser !== null,
    // They are shown by a proxy between the browser and the network.
    hasChosenPort: browser !== null && hasCertificates,
    environment: {
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      ...(compiled === null ? {} : { [compiledVariable]: compiled }),
    },
    keepsFiles: browser !== null,
  }
}

/** A program may be a link to where its parts lie. What comes with the system is there anyway. */
function foldersOf(program: string): string[] {
  return [dirname(program), dirname(realpathSync(program))].filter(
    (folder) => !/^\/(?:usr|bin)(?:\/|$)/.test(folder),
  )
}
