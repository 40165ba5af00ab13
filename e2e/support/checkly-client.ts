import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { someCredentials } from './api-client.ts'
import { temporaryFolder, type Owner } from './server-process.ts'
import type { CommandAnswer } from './sonde-command.ts'

const clients = join(import.meta.dirname, '../clients')
const kept = join(import.meta.dirname, '../../node_modules/.cache/sonde-clients')
const lockFiles = ['package.json', 'package-lock.json']

/** The newest, and the last of each major version before it. */
const folders = { 9: 'checkly', 8: 'checkly-8', 7: 'checkly-7' } as const

/** The unmodified client of the reference, as npm has it, in a folder with a project of code. */
export async function installChecklyClient(test: Owner, major: keyof typeof folders = 9) {
  const folder = temporaryFolder(test)
  const installed = await installedOnce(join(clients, folders[major]))
  // A copy: from where it is kept the packages of this checkout can be found as well.
  await succeed('cp', ['-a', ...readdirSync(installed).map((name) => join(installed, name)), folder])
  const project = join(folder, 'project')
  cpSync(join(clients, 'checkly/project'), project, { recursive: true })
  symlinkSync(join(folder, 'node_modules'), join(project, 'node_modules'))

  return {
    /** The folder of the project. */
    project,
    /** Files of another project in the place of the one that it came with. */
    replaceProject(files: Readonly<Record<string, string>>): void {
      for (const name of ['checkly.config.js', 'shop.check.js', 'package.json']) rmSync(join(project, name))
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(project, path)), { recursive: true })
        writeFileSync(join(project, path), content)
      }
    },
    /** The five variables are all that it is told. */
    connect(address: string): void {
      const lines = Object.entries(variablesFor(address)).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(join(project, '.env'), lines.join(''))
    },
    /** `through`: the command that it runs inside of. `interruptAt`: it gets a SIGINT when it has printed this. */
    run: (
      args: readonly string[],
      {
        through,
        env = {},
        interruptAt = null,
      }: { through: readonly string[]; env?: Record<string, string>; interruptAt?: string | null },
    ): Promise<CommandAnswer> => {
      const [program = '', ...before] = [...through, join(folder, 'node_modules/.bin/checkly')]
      return run(program, [...before, ...args], {
        cwd: project,
        env: {
          HOME: folder,
          PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
          // It is started by the dozen, and compiles for a quarter of its time.
          NODE_COMPILE_CACHE: join(folder, 'compiled'),
          ...env,
        },
        interruptAt,
      })
    },
  }
}

/** What it is told of a server: in a file, or in its environment by versions that read none. */
export function variablesFor(address: string): Record<string, string> {
  return {
    CHECKLY_ENV: 'local',
    CHECKLY_API_URL: address,
    CHECKLY_MQTT_URL: `${address.replace(/^http/, 'ws')}/next/live`,
    CHECKLY_API_KEY: someCredentials.key,
    CHECKLY_ACCOUNT_ID: someCredentials.accountId,
  }
}

/** The folder with the packages of a lock file: made once for a checkout, since npm takes longer than most tests. */
async function installedOnce(source: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of lockFiles) hash.update(readFileSync(join(source, name)))
  const folder = join(kept, hash.digest('hex'))
  if (existsSync(folder)) return folder
  mkdirSync(kept, { recursive: true })
  const begun = mkdtempSync(join(kept, 'begun-'))
  for (const name of lockFiles) cpSync(join(source, name), join(begun, name))
  await succeed('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', begun])
  try {
    renameSync(begun, folder)
  } catch (error) {
    // Another test was quicker.
    if (!existsSync(folder)) throw error
    rmSync(begun, { recursive: true })
  }
  return folder
}

async function succeed(program: string, args: readonly string[]): Promise<void> {
  const { code, stderr } = await run(program, args, { cwd: clients, env: process.env })
  assert.equal(code, 0, stderr)
}

async function run(
  program: string,
  args: readonly string[],
  { interruptAt = null, ...options }: { cwd: string; env: NodeJS.ProcessEnv; interruptAt?: string | null },
): Promise<CommandAnswer> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let isInterrupted = interruptAt === null
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    if (isInterrupted || interruptAt === null || !printed.includes(interruptAt)) return
    isInterrupted = true
    child.kill('SIGINT')
  })
  const ended = once(child, 'close')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return { code: child.exitCode, stdout, stderr }
}
