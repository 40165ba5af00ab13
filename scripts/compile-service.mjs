import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverFlags, serviceEnvironment } from './node-options.mjs'
import { runChild } from './run-child.mjs'

/** Rooms whose code runs elsewhere. */
const others = new Set(['web', 'cli'])

const stopSignals = ['SIGHUP', 'SIGINT', 'SIGTERM']

/**
 * Has the sources of server and agent stripped of their types and compiled when they are not those of the last time, in a
 * process that ends with it: what strips them takes memory that Node never gives back, and a server runs for months.
 *
 * @param {string} root
 * @param {string} node the Node 26 that will run them
 * @returns {Promise<number | null>} the exit code when it was asked to stop. Whatever else goes wrong is told by the
 * program when it starts.
 */
export async function compileService(root, node) {
  const environment = serviceEnvironment(root)
  // Switched off by whoever starts it.
  if (environment.NODE_COMPILE_CACHE === '') return null
  const sources = sourcesIn(root)
  const stampPath = join(environment.NODE_COMPILE_CACHE, `compiled-from-${process.getuid?.() ?? 0}`)
  const stamp = stampOf(sources)
  if (readStamp(stampPath) === stamp || !canWrite(stampPath)) return null
  const args = [...serverFlags, '--input-type=module', '-']
  const options = { cwd: root, stdio: ['pipe', 'ignore', 'ignore'], env: { ...process.env, ...environment } }
  const exitCode = await runChild(node, args, options, ({ stdin }) => {
    stdin?.on('error', ignoreEarlyEnd).end(moduleThatLoads(sources))
  })
  if (stopSignals.some((signal) => exitCode === 128 + constants.signals[signal])) return exitCode
  if (exitCode <= 128) writeFileSync(stampPath, stamp)
  return null
}

/** Nothing is evaluated: modules are compiled before they are linked, and the last line cannot be. */
function moduleThatLoads(sources) {
  const lines = sources.map((path) => `import ${JSON.stringify(pathToFileURL(path).href)}`)
  return [...lines, `import { nothing } from 'node:path'`].join('\n')
}

function sourcesIn(root) {
  return readdirSync(join(root, 'packages'))
    .filter((room) => !others.has(room))
    .flatMap((room) => filesIn(join(root, 'packages', room, 'src')))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .toSorted()
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** By times and sizes: this is done at every start. */
function stampOf(sources) {
  const hash = createHash('sha256').update(serverFlags.join(' '))
  for (const path of sources) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest('hex')
}

function readStamp(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Where Node cannot keep what it compiles, to do so beforehand is in vain. */
function canWrite(path) {
  try {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, '')
    rmSync(path)
    return true
  } catch {
    return false
  }
}

/** A process that ends before it has read everything says so by its exit code. */
function ignoreEarlyEnd() {}
