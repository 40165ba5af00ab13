import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { serviceEnvironment, serverFlags } from '../scripts/node-options.mjs'
import { cpuSecondsOf } from './process-cpu.ts'

/** With thousands of checks, on a machine that is busy with something else. */
const mostStartMs = 120_000
const root = join(import.meta.dirname, '..')

export type ChildServer = {
  address: string
  pid: number
  /** From the start of the process to its first answer. */
  startMs: number
  residentMegabytes(): number
  /** Processor time that the process has used so far. */
  cpuSeconds(): number
  stop(): Promise<void>
}

/** Starts a program of ours as `npm start` would, as its own process, and waits for its first answer. */
export async function startChildServer(
  script: string,
  environment: Record<string, string>,
  firstPath: string,
  /** `imports`: what is loaded before the program. `flags`: how Node runs it. */
  { imports = [], flags = serverFlags }: { imports?: readonly string[]; flags?: readonly string[] } = {},
): Promise<ChildServer> {
  const address = `http://127.0.0.1:${environment['PORT'] ?? ''}`
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [...flags, ...imports.flatMap((path) => ['--import', path]), script],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        RUNTIME_INSTALL: 'demand',
        ...serviceEnvironment(root),
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const exited = once(child, 'exit')
  try {
    await firstAnswer(address + firstPath, child)
  } catch (error) {
    // Nobody else would end it.
    child.kill('SIGKILL')
    await exited
    throw error
  }
  const startMs = performance.now() - startedAt
  const { pid } = child
  if (pid === undefined) throw new Error(`${script} did not start`)
  return {
    address,
    pid,
    startMs,
    residentMegabytes: () => {
      const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      return Number(kilobytes) / 1024
    },
    cpuSeconds: () => cpuSecondsOf(pid),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function firstAnswer(url: string, child: { exitCode: number | null }): Promise<void> {
  const deadline = performance.now() + mostStartMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    const answered = await fetch(url).then(
      async (answer) => {
        await answer.arrayBuffer()
        return true
      },
      () => false,
    )
    if (answered) return
    await delay(5)
  }
  throw new Error(`no answer from ${url}`)
}
