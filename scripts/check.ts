// `npm run check`: everything that can be said about the code without running it.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { staleApiTypes } from './api-types.ts'
import { findImportCircles } from './import-circles.ts'
import { findImportViolations } from './import-direction.ts'
import { findMissingOptionals } from './lock-completeness.ts'
import type { PackageLock } from './lock-completeness.ts'

const root = join(import.meta.dirname, '..')
const atOnce = 2

type Verdict = { isGood: boolean; output: string }
type Check = { name: string; judge: (signal: AbortSignal) => Promise<Verdict> }

// The slow ones first, so that none of them starts when the others are done.
const checks: readonly Check[] = [
  { name: 'types (tsc)', judge: (signal) => checkTypes('.', signal) },
  { name: 'unused code (knip)', judge: (signal) => runTool('knip', ['--no-progress'], signal) },
  // What runs in a browser, or looks into one, has other globals.
  { name: 'types of e2e (tsc)', judge: (signal) => checkTypes('e2e', signal) },
  { name: 'API document', judge: checkApiDocument },
  { name: 'types of the web (tsc)', judge: (signal) => checkTypes('packages/web', signal) },
  { name: 'lint (oxlint)', judge: (signal) => runTool('oxlint', ['--deny-warnings'], signal) },
  { name: 'format (oxfmt)', judge: (signal) => runTool('oxfmt', ['--check'], signal) },
  { name: 'direction of imports', judge: checkImportDirection },
  { name: 'circles of imports', judge: checkImportCircles },
  { name: 'lock completeness', judge: checkLock },
]

/** Runs every check, prints a line for each and the output of those that failed; true when all passed. */
export async function runChecks(signal: AbortSignal): Promise<boolean> {
  const failures: { name: string; output: string }[] = []
  const queue = [...checks]
  const runNext = async (): Promise<void> => {
    for (let check = queue.shift(); check !== undefined && !signal.aborted; check = queue.shift()) {
      const startedAt = performance.now()
      const { isGood, output } = await check.judge(signal)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(`${isGood ? '✔' : '✖'} ${check.name} (${seconds} s)`)
      if (!isGood) failures.push({ name: check.name, output })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  for (const { name, output } of failures) console.log(`\n✖ ${name}\n${output.trimEnd()}`)
  return failures.length === 0 && !signal.aborted
}

/**
 * With one checker instead of four, each of which finds out the types of what it imports for itself, and with its garbage
 * collected later: both halve the processor time, and there is another check beside it.
 */
function checkTypes(project: string, signal: AbortSignal): Promise<Verdict> {
  return runTool('tsc', ['-p', project, '--checkers', '1'], signal, { GOGC: '300' })
}

/** The document itself, and whether the types that the web has of it are current. */
async function checkApiDocument(signal: AbortSignal): Promise<Verdict> {
  const document = await runTool('node', ['packages/api/src/openapi/write-document.ts'], signal)
  if (!document.isGood) return document
  const lint = await lintApiDocument(document.output, signal)
  const stale = staleApiTypes(document.output)
  return stale === null ? lint : { isGood: false, output: `${lint.isGood ? '' : lint.output}${stale}\n` }
}

async function lintApiDocument(document: string, signal: AbortSignal): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-openapi-'))
  try {
    const path = join(folder, 'openapi.json')
    writeFileSync(path, document)
    return await runTool('redocly', ['lint', path, '--config', join(root, 'redocly.yaml')], signal)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function checkImportDirection(): Promise<Verdict> {
  const violations = [...readSources()].flatMap(([file, source]) => findImportViolations(file, source))
  const lines = violations.map(({ file, line, rule }) => `${file}:${line}: ${rule}`)
  return { isGood: lines.length === 0, output: lines.join('\n') }
}

async function checkImportCircles(): Promise<Verdict> {
  const lines = findImportCircles(readSources()).map((way) => way.join('\n  -> '))
  return { isGood: lines.length === 0, output: lines.join('\n') }
}

function readSources(): Map<string, string> {
  const files = globSync('{packages,bench,e2e,scripts}/**/*.{ts,tsx,mts,js,jsx,mjs}', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  })
  return new Map(files.toSorted().map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

async function checkLock(): Promise<Verdict> {
  const missing = findMissingOptionals(readPackageLock(join(root, 'package-lock.json')))
  const advice = 'Step back to the newest version of the package whose optional packages all exist.'
  return { isGood: missing.length === 0, output: [...missing, advice].join('\n') }
}

// Safe because npm writes the file: lockfileVersion 3 always has `packages` of this shape.
function readPackageLock(path: string): PackageLock {
  return JSON.parse(readFileSync(path, 'utf8')) as PackageLock
}

async function runTool(
  name: string,
  args: string[],
  signal: AbortSignal,
  environment: Readonly<Record<string, string>> = {},
): Promise<Verdict> {
  const program = name === 'node' ? process.execPath : join(root, 'node_modules/.bin', name)
  const tool = spawn(program, args, {
    cwd: root,
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // The tools are scripts for `node`, which must be the one of the lock file: the one that we run on.
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      ...environment,
    },
  })
  let stdout = ''
  let stderr = ''
  tool.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  tool.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = Promise.withResolvers<boolean>()
  tool.once('error', (error) => {
    stderr += `${error.message}\n`
    ended.resolve(false)
  })
  tool.once('close', (code) => ended.resolve(code === 0))
  const isGood = await ended.promise
  return { isGood, output: isGood ? stdout : stdout + stderr }
}

if (import.meta.main) {
  process.exitCode = (await runChecks(new AbortController().signal)) ? 0 : 1
}
