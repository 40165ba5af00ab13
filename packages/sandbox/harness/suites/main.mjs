// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownUserAgent } from '../playwright/browser.mjs'
import { bare, readMessage, readPieces, writeMessage } from '../pipes.mjs'
import { makeBrowserProgram } from './browser-program.mjs'
import { makeBrowsersFolder } from './browsers.mjs'
import { makeTrial } from './compile.mjs'
import { settingsVariable, suiteFiles } from './files.mjs'
import { packDependencies } from './pack.mjs'
import { packReport } from './pack-report.mjs'
import { findPackages, hashDependencies, installedPlaywright, UnusableProject } from './project.mjs'
import { RefusedArchive } from './read-archive.mjs'
import { unpack } from './unpack.mjs'

/**
 * The program inside the sandbox of one stage of a suite: unpacks the project, installs its packages, or runs its tests. Its
 * exit code is that of the command. What it says on the channel is about the project and never a verdict.
 */

const folder = process.cwd()
const files = suiteFiles(folder)
const harness = dirname(fileURLToPath(import.meta.url))
const exitOf = { refused: 3, broken: 4 }

const incoming = readMessage()
if (incoming === null) process.exit(exitOf.broken)
const job = incoming.message

try {
  switch (job.stage) {
    case 'unpack':
      await unpackProject()
      break
    case 'restore':
      await unpack(readPieces(), { folder: files.project, limits: job.limits })
      break
    case 'pack':
      await packDependencies(files)
      break
    case 'compile':
      await compile()
      break
    case 'report':
      // Whatever lies there was put there by the suite.
      rmSync(files.packedReport, { recursive: true, force: true })
      await packReport(files, job)
      break
    default:
      process.exit(await runCommand(job.command))
  }
} catch (error) {
  if (!(error instanceof RefusedArchive) && !(error instanceof UnusableProject)) throw error
  writeMessage(bare({ type: 'refused', why: error.message }))
  process.exit(exitOf.refused)
}

async function unpackProject() {
  mkdirSync(files.home, { recursive: true })
  await unpack(readPieces(), { folder: files.project, limits: job.limits })
  const project = { root: files.project, workingDir: job.workingDir }
  const { manager, installCommand } = findPackages(project)
  const dependencies = hashDependencies(files.project)
  writeMessage(bare({ type: 'project', manager, installCommand, dependencies }))
}

/** Whatever becomes of it: tests run without, too. */
async function compile() {
  rmSync(files.compiled, { recursive: true, force: true })
  const installed = installedPlaywright({ root: files.project, workingDir: job.workingDir })
  if (installed === null || !existsSync(dirname(files.compiled))) return
  mkdirSync(files.compiled)
  const config = makeTrial(files.trial, installed.folder)
  await runCommand(`npx --no-install playwright test --config '${config}'`)
  for (const path of [files.trial, files.report, files.pages, files.jsonReport, files.htmlReport])
    rmSync(path, { recursive: true, force: true })
}

/** Its exit code. @param {string} command */
async function runCommand(command) {
  const cwd = join(files.project, job.workingDir)
  const isTest = job.stage !== 'install'
  makeTools()
  if (isTest) prepareTest()
  const child = spawn('/bin/sh', ['-c', command], {
    cwd,
    env: environmentOf(isTest),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // The whole group is told to end: the command gets the signal itself, and this process waits for it.
  process.on('SIGTERM', () => undefined)
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (...end) => resolve(end))
  })
  return code ?? 128 + (constants.signals[/** @type {NodeJS.Signals} */ (signal)] ?? 0)
}

/** What the engine of the project does not come with. */
function makeTools() {
  if (job.authorities !== '') writeFileSync(files.authorities, job.authorities)
  rmSync(files.tools, { recursive: true, force: true })
  mkdirSync(files.tools)
  for (const [name, target] of Object.entries(job.links)) symlinkSync(target, join(files.tools, name))
  for (const [name, text] of Object.entries(job.scripts))
    writeFileSync(join(files.tools, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
}

function prepareTest() {
  // What the installation has left there is not of the tests.
  for (const path of [files.report, files.pages, files.jsonReport, files.htmlReport])
    rmSync(path, { recursive: true, force: true })
  rmSync(files.browsers, { recursive: true, force: true })
  mkdirSync(files.browsers)
  const installed = installedPlaywright({ root: files.project, workingDir: job.workingDir })
  writeMessage(bare({ type: 'playwright', version: installed?.version ?? null }))
  if (installed === null || job.browser === null) return
  rmSync(files.browserProgram, { recursive: true, force: true })
  makeBrowserProgram({ path: files.browserProgram, browser: job.browser.path })
  const browser = { ...job.browser, path: files.browserProgram }
  if (!makeBrowsersFolder({ folder: files.browsers, playwright: installed.folder, browser }))
    throw new UnusableProject(
      `Playwright ${installed.version} is not supported: it does not say which browsers it expects`,
    )
}

/** What the command sees: nothing of the agent, and what belongs to the stage. @param {boolean} isTest */
function environmentOf(isTest) {
  const { variables, path, settings, authorities } = job
  const own = {
    PATH: [files.tools, ...path, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    HOME: files.home,
    TMPDIR: join(folder, 'tmp'),
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    // Nobody is there to answer, and nothing is to be told to others.
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    npm_config_cache: join(files.home, '.npm'),
    YARN_ENABLE_TELEMETRY: '0',
    ...(authorities === '' ? {} : { NODE_EXTRA_CA_CERTS: files.authorities }),
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  }
  if (!isTest) return { ...own, ...variables }
  const preload = join(harness, 'preload.mjs')
  return {
    ...own,
    PLAYWRIGHT_HTML_OPEN: 'never',
    PLAYWRIGHT_BROWSERS_PATH: files.browsers,
    ...(existsSync(files.compiled) ? { NODE_COMPILE_CACHE: files.compiled } : {}),
    ...variables,
    // Beside the reporters of the project.
    PW_TEST_REPORTER: join(harness, 'reporter.cjs'),
    [settingsVariable]: JSON.stringify({
      ...settings,
      userAgent: job.browser === null ? null : ownUserAgent(job.browser.version),
      report: files.report,
      pages: files.pages,
      jsonReport: files.jsonReport,
      htmlReport: files.htmlReport,
    }),
    NODE_OPTIONS: [`--import=${preload}`, variables.NODE_OPTIONS ?? ''].join(' ').trim(),
    BUN_OPTIONS: [`--preload=${preload}`, variables.BUN_OPTIONS ?? ''].join(' ').trim(),
  }
}
