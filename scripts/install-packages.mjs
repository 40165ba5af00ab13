import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, relative, sep } from 'node:path'
import { explainNpmFailure } from './explain-npm-failure.mjs'
import { takeInstallLock } from './install-lock.mjs'
import { findNode, lockedSpec, packageFor } from './locked-node.mjs'
import { runChild } from './run-child.mjs'

const progressMs = 5000
const keptLines = 15

/**
 * Makes node_modules agree with package-lock.json and holds it to having Node 26.
 *
 * @param {string} root
 * @returns {Promise<{ kind: 'ready', node: string } | { kind: 'failed', why: string, exitCode: number }>}
 */
export async function installPackages(root) {
  if (isStamped(root)) {
    const node = findNode(root)
    if (node.kind === 'found') return { kind: 'ready', node: node.path }
  }
  if (packageFor(process) === null) return failure(findNode(root).why)
  const lock = await takeInstallLock(join(root, '.install-lock'), (pid) =>
    console.log(`Another start (process ${pid}) is installing the packages; waiting for it…`),
  )
  try {
    const node = findNode(root)
    if (node.kind === 'found' && (isStamped(root) || isInstalledByHand(root))) return finish(root, node)
    return await install(root, lock)
  } finally {
    lock.release()
  }
}

async function install(root, lock) {
  const isFirst = !existsSync(join(root, 'node_modules'))
  const occasion = isFirst ? 'first start, about a minute' : 'package-lock.json has changed'
  console.log(`Installing packages (${occasion})…`)
  const startedAt = performance.now()
  const elapsedSeconds = () => Math.round((performance.now() - startedAt) / 1000)
  const progress = setInterval(() => console.log(`  still installing, ${elapsedSeconds()} s`), progressMs)
  try {
    const installed = await runCi(root, lock)
    if (installed.kind === 'ready') console.log(`Packages installed in ${elapsedSeconds()} s.`)
    return installed
  } finally {
    clearInterval(progress)
  }
}

async function runCi(root, lock, isSecondTry = false) {
  rmSync(stampPath(root), { force: true })
  // Optional and development packages are asked for by name: a user's `omit` setting or
  // NODE_ENV=production would leave out Node 26 itself or the tools of the next step.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const ci = await runNpm(root, lock, args)
  const spec = lockedSpec(root, packageFor(process))
  if (ci.exitCode !== 0) {
    const why = explainEnd('Could not install the packages: npm ci', ci)
    return failure([why, ...(await askRegistry(root, lock, spec, ci))].join('\n'), ci.exitCode)
  }
  const node = findNode(root)
  if (node.kind === 'found') return finish(root, node)
  if (node.kind !== 'missing') return failure(node.why)

  // npm leaves out an optional package without a word when its download fails. Asked for by name, it says why.
  const download = await runNpm(root, lock, ['cache', 'add', spec])
  if (download.exitCode !== 0) {
    return failure(explainEnd(`${node.why} npm cache add ${spec}`, download), download.exitCode)
  }
  if (!isSecondTry) return runCi(root, lock, true)
  return failure(
    `${node.why} npm can download it and leaves it out: check what it is told to leave out ` +
      '(npm config get omit os cpu libc), then start again.',
  )
}

// Without a network, npm 10 says of `npm ci` no more than "Exit handler never called!". A small question gets the reason.
async function askRegistry(root, lock, spec, { exitCode, lines }) {
  if (exitCode > 126 || explainNpmFailure(lines.join('\n')) !== null) return []
  const question = await runNpm(root, lock, ['view', spec, 'version'])
  const next = explainNpmFailure(question.lines.join('\n'))
  return question.exitCode === 0 || next === null ? [] : [question.lines[0], next]
}

/** Runs npm without a word and keeps the last lines that it said. */
async function runNpm(root, lock, args) {
  const lines = []
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
  return { exitCode, lines }
}

function explainEnd(what, { exitCode, lines }) {
  if (exitCode === 127) return 'npm cannot be run: install Node with npm 10 or 11, then start again.'
  const next = explainNpmFailure(lines.join('\n'))
  return [
    `${what} ended with code ${exitCode}. Its last lines:`,
    ...lines,
    ...(next === null ? [] : [next]),
  ].join('\n')
}

function failure(why, exitCode = 1) {
  return { kind: 'failed', why, exitCode: exitCode > 128 ? exitCode : 1 }
}

function finish(root, { path }) {
  linkNode(root, path)
  writeFileSync(stampPath(root), stampText(root))
  return { kind: 'ready', node: path }
}

// For people and tools that call `npx node`. Sonde itself does not need the link, which npm 10 does not make.
function linkNode(root, path) {
  const link = join(root, 'node_modules/.bin/node')
  if (existsSync(link)) return
  try {
    mkdirSync(dirname(link), { recursive: true })
    rmSync(link, { force: true })
    symlinkSync(relative(dirname(link), path), link)
  } catch (error) {
    console.log(`${link} could not be made (${error.message}): Sonde runs, but npx node is not Node 26.`)
  }
}

function isStamped(root) {
  return readIfPresent(stampPath(root)) === stampText(root)
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

// npm must not run on the Node that it is about to replace, and npm scripts put that one first in PATH.
function environmentOfHost(root) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const modules = join(root, 'node_modules')
  const isOurs = (folder) => folder === modules || folder.startsWith(`${modules}${sep}`)
  return { ...process.env, PATH: folders.filter((folder) => !isOurs(folder)).join(delimiter) }
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
