import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { childProgram } from '@sonde/ground/testing/child-program.ts'

/** A program of `testing/children/` in a process of its own, to be killed or raced with. */
export type Child = {
  process: ChildProcess
  /** What it prints, line by line, until it ends. */
  lines: AsyncIterable<string>
  /** Resolves when it has ended and everything it printed was read. */
  ended: Promise<{ exitCode: number | null; stderr: string }>
}

export function startChild(name: string, args: readonly string[]): Child {
  const script = childProgram(new URL(`children/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(() => ({ exitCode: child.exitCode, stderr }))
  return { process: child, lines: createInterface({ input: child.stdout }), ended }
}
