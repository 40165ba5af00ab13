import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { compileCache } from '../../scripts/node-options.mjs'
import { programScript } from '../../scripts/program-scripts.ts'

const root = join(import.meta.dirname, '../..')

export type CommandAnswer = { code: number | null; stdout: string; stderr: string }

/** Runs `sonde` as an operator would, in a process of its own and with no terminal. */
export async function runSonde(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  {
    input = '',
    whenStarted = () => {},
    isUnread = false,
  }: {
    input?: string | null
    whenStarted?: (kill: () => void) => void
    /** Whoever reads what it prints has left before it prints anything. */
    isUnread?: boolean
  } = {},
): Promise<CommandAnswer> {
  const child = spawn(process.execPath, [...programScript('sonde'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(root), ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  // Null: somebody sits there and says nothing.
  if (input !== null) child.stdin.end(input)
  whenStarted(() => child.kill('SIGINT'))
  if (isUnread) child.stdout.destroy()
  const [stdout, stderr] = await Promise.all([isUnread ? '' : text(child.stdout), text(child.stderr)])
  await ended
  return { code: child.exitCode, stdout, stderr }
}
