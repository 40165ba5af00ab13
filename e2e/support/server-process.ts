import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyMigratedFile } from '@sonde/store/testing/migrated-templates.ts'
import { serviceEnvironment } from '../../scripts/node-options.mjs'
import { programScript } from '../../scripts/program-scripts.ts'

const root = join(import.meta.dirname, '../..')

export type ServerProcess = {
  address: string
  pid: number
  /** Everything that was printed so far. */
  stdout(): string
  stderr(): string
  kill(signal: NodeJS.Signals): void
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** A test, or a file of them, that ends what was begun for it. */
export type Owner = { after(end: () => unknown): void }

/** A folder that is gone after the test. */
export function temporaryFolder(test: Owner): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-e2e-'))
  test.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Starts the program as a user would and collects what it says; does not wait for it to listen. `through` is a
 * command that becomes it, such as one that enters a network namespace.
 */
export function spawnServer(
  test: Owner,
  environment: Readonly<Record<string, string>>,
  through: readonly string[] = [],
) {
  const [program, ...args] = [...through, process.execPath, ...programScript('server')]
  const child = spawn(program ?? process.execPath, args, {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      // What finds and tries sandboxes takes longer than most tests.
      SANDBOX: 'process',
      // Hundreds of megabytes, which few tests need.
      RUNTIME_INSTALL: 'demand',
      ...serviceEnvironment(root),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  // 'close' and not 'exit': by then everything that was printed has arrived.
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  test.after(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return { child, exited, stdout: () => stdout, stderr: () => stderr }
}

function isEmptyFolder(path: string): boolean {
  return existsSync(path) && readdirSync(path).length === 0
}

/** Starts the program and waits until it listens. */
export async function startServer(
  test: Owner,
  environment: Readonly<Record<string, string>>,
  through: readonly string[] = [],
): Promise<ServerProcess> {
  const { SONDE_DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment
  // A first start makes eighty tables, which is a fifth of its work, and tested elsewhere.
  if (dataDir !== undefined && databaseUrl === undefined && isEmptyFolder(dataDir))
    await copyMigratedFile(dataDir)
  const { child, exited, stdout, stderr } = spawnServer(test, environment, through)
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /Sonde is running at (\S+)\n(?:.*\n)+/.exec(stdout())
      if (found?.[1]) resolve(found[1])
    })
    void exited.then(({ code }) => reject(new Error(`the server ended with ${code}: ${stderr()}`)))
  })
  const pid = child.pid ?? Number.NaN
  return { address, pid, stdout, stderr, exited, kill: (signal) => child.kill(signal) }
}
