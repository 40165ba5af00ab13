// @ts-check
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { createEnvironment } from '../environment.mjs'
import { bare, readMessage, writeMessage } from '../pipes.mjs'
import { playwrightConfig } from './config.mjs'
import { giveReporter } from './reporter-state.mjs'
import { certificatesFile, workerVariable } from './run-folder.mjs'
import { isProgram, runProgram } from './run-program.mjs'

/**
 * The program inside the sandbox that runs a file of tests: waits for a job, then runs it with the test runner of the
 * runtime, whose folder is its argument. Its exit code is that of the runner. The tests themselves run in a process of the
 * runner's, which has no way to the agent.
 */

const folder = process.cwd()
const packages = process.argv[2] ?? ''
const require = createRequire(join(packages, 'package.json'))
const reporter = fileURLToPath(new URL('./reporter.mjs', import.meta.url))
const exit = process.reallyExit.bind(process)

writeMessage(bare({ type: 'ready' }))
const incoming = readMessage()
if (incoming === null) exit(0)
else await run(incoming.message, incoming.blobs)

/** @param {Record<string, any>} job @param {Buffer[]} blobs */
async function run(job, blobs) {
  const { token, test, paths } = job
  let file = test.path
  let source = ''
  for (let index = 0; index < blobs.length; index += 1) {
    const blob = blobs[index] ?? Buffer.alloc(0)
    const path = paths[index]
    if (path !== test.path) {
      write(path, blob)
      continue
    }
    source = `${blob}`
    file = write(test.isNamed ? path : nameFor(path, source), blob)
  }
  const isTest = job.browser === null || !isProgram(source)
  // Packages are found beside the script, wherever they are.
  symlinkSync(join(packages, 'node_modules'), join(folder, 'node_modules'))
  const { config, ignored } = playwrightConfig(job, { folder, file, reporter })
  const configFile = join(folder, '.sonde-config.js')
  writeFileSync(configFile, `module.exports = ${JSON.stringify(config)}\n`)
  if (job.certificates?.length > 0)
    writeFileSync(certificatesFile, JSON.stringify(job.certificates), { mode: 0o600 })
  setEnvironment(job)
  const version = requireOnePlaywright()
  const warnings = ignored.map((name) => `The setting ${name} of playwrightConfig is ignored`)
  if (job.browser?.ffmpeg === null)
    warnings.push('No video is recorded: there is no ffmpeg at this location (npm run browsers installs it)')
  const at = Date.now()
  const { node } = process.versions
  writeMessage(bare({ type: 'accepted', node, playwright: version, at, warnings, isTest }))
  const { foreignGolden = [], browserLine = '', updatesSnapshots = false } = job
  giveReporter({
    token,
    limits: job.limits,
    showsActions: job.browser !== null,
    golden: { foreign: foreignGolden, browserLine, isUpdated: updatesSnapshots },
  })
  if (!isTest) return exit(await runProgram({ file, packages, headers: job.headers }))
  const { loadConfigFromFile } = require('playwright/lib/common/configLoader')
  const { runAllTestsWithConfig } = require('playwright/lib/runner/testRunner')
  const loaded = await loadConfigFromFile(configFile)
  const status = await runAllTestsWithConfig(loaded)
  exit(status === 'passed' ? 0 : status === 'interrupted' ? 130 : 1)
}

/**
 * Its version. What is changed in the worker is of one version only: where another one lies beside it, every worker would
 * end, and that would look like the fault of the tests.
 */
function requireOnePlaywright() {
  const { version } = require('@playwright/test/package.json')
  for (const name of ['playwright', 'playwright-core']) {
    const other = require(join(packages, 'node_modules', name, 'package.json')).version
    if (other !== version)
      throw new Error(`the runtime has ${name} ${other} beside @playwright/test ${version}: install it anew`)
  }
  return version
}

/** @param {string} path @param {Buffer} bytes */
function write(path, bytes) {
  const target = join(folder, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, bytes)
  return path
}

/** A script without a name of its own may have types: the runner goes by the ending. @param {string} path @param {string} source */
function nameFor(path, source) {
  if (isPlain(source)) return path
  try {
    return stripTypeScriptTypes(source) === source ? path : path.replace(/\.js$/, '.ts')
  } catch {
    return path
  }
}

/** Imports of values, as most scripts begin with them. */
const valueImports = /^import(?![^'"]*\btype\b)[\s\w$,*{}]*['"][^'"\n]*['"];?[^\S\n]*$/gm

/**
 * Whether it is JavaScript for sure. What tells types apart compiles itself first, which takes as long as a tenth of such a test.
 *
 * @param {string} source
 */
function isPlain(source) {
  try {
    return new Script(`(async () => {${source.replaceAll(valueImports, '')}\n})`) instanceof Script
  } catch {
    return false
  }
}

/** @param {Record<string, any>} job */
function setEnvironment({ variables, secretVariables, browser, proxy, updatesSnapshots = false }) {
  const initial = { ...process.env, ...variables }
  initial[workerVariable] = JSON.stringify({
    secretVariables,
    packages,
    browser: browser === null ? null : { ...browser, proxy },
    updatesSnapshots,
  })
  const { environment } = createEnvironment(initial, {
    secretNames: secretVariables,
    onSecret: (value) => writeMessage(bare({ type: 'secret', value })),
  })
  Object.defineProperty(process, 'env', { value: environment, configurable: true, enumerable: true })
}
