import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { takeInstallLock } from './install-lock.mjs'
import { runChild } from './run-child.mjs'

const progressMs = 5000
const keptLines = 15

/**
 * Makes node_modules agree with package-lock.json and holds it to having Node 26.
 *
 * @param {string} root
 * @returns {Promise<{ kind: 'ready' } | { kind: 'failed', why: string, exitCode: number }>}
 */
export async function installPackages(root) {
  if (isReady(root)) return { kind: 'ready' }
  const lock = await takeInstallLock(join(root, '.install-lock'), (pid) =>
    console.log(`Another start (process ${pid}) is installing the packages; waiting for it…`),
  )
  try {
    if (isReady(root)) return { kind: 'ready' }
    if (isInstalledByHand(root) && hasNode26(root)) {
      writeStamp(root)
      return { kind: 'ready' }
    }
    return await runNpm(root, lock)
  } finally {
    lock.release()
  }
}

async function runNpm(root, lock) {
  const isFirst = !existsSync(join(root, 'node_modules'))
  const occasion = isFirst ? 'first start, about a minute' : 'package-lock.json has changed'
  console.log(`Installing packages (${occasion})…`)
  rmSync(stampPath(root), { force: true })

  const lines = []
  const startedAt = performance.now()
  const elapsedSeconds = () => Math.round((performance.now() - startedAt) / 1000)
  const progress = setInterval(() => console.log(`  still installing, ${elapsedSeconds()} s`), progressMs)
  // Optional and development packages are asked for by name: a user's `omit` setting or
  // NODE_ENV=production would leave out Node 26 itself or the tools of the next step.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environmentOfHost(root) }
  const exitCode = await runChild('npm', args, options, (child) => {
    if (child.pid !== undefined) lock.addOwner(child.pid)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        lines.push(...text.split('\n').filter((line) => line.trim() !== ''))
        lines.splice(0, lines.length - keptLines)
      })
    }
  })
  clearInterval(progress)

  if (exitCode !== 0) {
    const why = [
      `Could not install the packages: npm ci ended with code ${exitCode}. Its last lines:`,
      ...lines,
    ]
    return { kind: 'failed', why: why.join('\n'), exitCode: exitCode > 128 ? exitCode : 1 }
  }
  if (!hasNode26(root)) {
    const why =
      `npm installed no Node 26 for ${process.platform}-${process.arch} (node_modules/.bin/node is missing or ` +
      'another version). npm skips it silently when its download fails: check the network, then start again.'
    return { kind: 'failed', why, exitCode: 1 }
  }
  writeStamp(root)
  console.log(`Packages installed in ${elapsedSeconds()} s.`)
  return { kind: 'ready' }
}

function isReady(root) {
  return readIfPresent(stampPath(root)) === stampText(root) && hasNode26(root)
}

// After `npm install NAME` the packages are in place already: npm's own record of what it installed says so.
// Taking its word saves a developer from a second installation under the programs that are running.
function isInstalledByHand(root) {
  const record = readIfPresent(join(root, 'node_modules/.package-lock.json'))
  if (record === null) return false
  const installed = JSON.parse(record).packages
  const locked = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)
  return locked
    .filter(([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/'))
    .every(([path, entry]) => {
      const found = installed[path]
      if (found === undefined) return entry.optional === true
      return found.version === entry.version && found.integrity === entry.integrity
    })
}

function hasNode26(root) {
  const answer = spawnSync(join(root, 'node_modules/.bin/node'), ['-v'], { encoding: 'utf8' })
  return answer.status === 0 && answer.stdout.startsWith('v26.')
}

// npm must not run on the Node that it is about to replace, and npm scripts put that one first in PATH.
function environmentOfHost(root) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const bin = join(root, 'node_modules/.bin')
  return { ...process.env, PATH: folders.filter((folder) => folder !== bin).join(delimiter) }
}

function writeStamp(root) {
  writeFileSync(stampPath(root), stampText(root))
}

function stampText(root) {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${hash} ${process.platform} ${process.arch}\n`
}

function stampPath(root) {
  return join(root, 'node_modules/.sonde-installed')
}

function readIfPresent(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
