import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { programScript } from '../../scripts/program-scripts.ts'

/** Runs `sonde` at a terminal; whoever sits there types `keys` once the screen says `prompt`. */
export async function runAtTerminal(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { prompt, keys }: { prompt: string; keys: string },
): Promise<{ code: number | null; screen: string }> {
  const words = [process.execPath, ...programScript('sonde'), ...args].map((word) => `'${word}'`).join(' ')
  // A terminal of no size has every letter on a line of its own.
  const command = `stty cols 200 rows 50; exec ${words}`
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let screen = ''
  let isAnswered = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    if (isAnswered || !screen.includes(prompt)) return
    isAnswered = true
    child.stdin.write(keys)
  })
  await ended
  return { code: child.exitCode, screen }
}
