import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { takeInstallLock } from './install-lock.mjs'
import { runChild } from './run-child.mjs'

const keptLines = 30

/**
 * Builds the web interface when its sources, or the schemas that its forms are made from, are not those of the last
 * time.
 *
 * @param {string} root
 * @param {string} node the Node 26 that builds it
 * @returns {Promise<{ kind: 'ready' } | { kind: 'failed', why: string, exitCode: number }>}
 */
export async function buildWeb(root, node) {
  if (isWebBuilt(root)) return { kind: 'ready' }
  const lock = await takeInstallLock(join(root, '.build-lock'), (pid) =>
    console.log(`Another start (process ${pid}) is building the web interface; waiting for it…`),
  )
  try {
    if (isWebBuilt(root)) return { kind: 'ready' }
    return await runVite(root, node, lock)
  } finally {
    lock.release()
  }
}

async function runVite(root, node, lock) {
  console.log('Building the web interface…')
  const startedAt = performance.now()
  // Taken before: a source that changes meanwhile is for the next time.
  const stamp = stampText(root)
  rmSync(stampPath(root), { force: true })
  const lines = []
  const options = {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // What is built must not depend on how tests or services are started.
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
  }
  const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'packages/web', '--logLevel', 'warn']
  const exitCode = await runChild(node, args, options, (child) => {
    if (child.pid !== undefined) lock.addOwner(child.pid)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        lines.push(...text.split('\n').filter((line) => line.trim() !== ''))
        lines.splice(0, lines.length - keptLines)
      })
    }
  })
  if (exitCode !== 0) {
    const why = [
      `Could not build the web interface: vite ended with code ${exitCode}. Its last lines:`,
      ...lines,
    ]
    return { kind: 'failed', why: why.join('\n'), exitCode: exitCode > 128 ? exitCode : 1 }
  }
  writeFileSync(stampPath(root), stamp)
  console.log(`Web interface built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return { kind: 'ready' }
}

/**
 * Whether what was built is from the sources as they are.
 *
 * @param {string} root
 */
export function isWebBuilt(root) {
  return existsSync(stampPath(root)) && readFileSync(stampPath(root), 'utf8') === stampText(root)
}

function stampPath(root) {
  return join(root, 'packages/web/dist/.built-from')
}

function stampText(root) {
  const hash = createHash('sha256')
  for (const path of [join(root, 'package-lock.json'), ...sourcesIn(root)]) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

function sourcesIn(root) {
  return ['packages/web', 'packages/schema', 'packages/ground']
    .flatMap((room) => readdirSync(join(root, room), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/packages\/web\/(?:dist|node_modules)\//.test(path))
    .toSorted()
}
