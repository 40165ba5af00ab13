// @ts-check
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import ChannelReporter from './reporter.mjs'
import { programDescriptor } from './run-folder.mjs'

const program = fileURLToPath(new URL('./program.mjs', import.meta.url))
const preload = new URL('./preload.mjs', import.meta.url).href
const mostEndBytes = 65_536

/**
 * Whether a script drives a browser by itself: it loads Playwright's library, and no `test` from anywhere.
 *
 * @param {string} source
 */
export function isProgram(source) {
  const loadsLibrary = /['"]playwright(?:-core)?['"]/.test(source)
  const loadsTest =
    /['"]@playwright\/test['"]/.test(source) ||
    /\b(?:import|const|let|var)\b[^'"`;=]*\{[^}'"`;]*\btest\b[^}'"`;]*\}/.test(source)
  return loadsLibrary && !loadsTest
}

/**
 * Runs a script in a process of its own, which has no way to the agent, and reports it as if it were one test. It has
 * passed when it came to its end, said so, and ended with 0.
 *
 * @param {{ file: string, packages: string, headers: Record<string, string> | null }} order
 * @returns {Promise<number>} what to exit with
 */
export async function runProgram({ file, packages, headers }) {
  const reporter = new ChannelReporter()
  const token = randomUUID()
  const startTime = new Date()
  const startedMs = performance.now()
  let isOk = false
  const test = { titlePath: () => ['', '', file, file], ok: () => isOk }
  /** @type {any} */
  const result = { startTime, status: 'failed', duration: 0, errors: [], attachments: [] }
  reporter.onTestBegin(test, result)
  const child = spawn(process.execPath, ['--no-warnings', `--import=${preload}`, program], {
    stdio: ['pipe', 'pipe', 'pipe', 'ignore', 'pipe'],
    env: { ...process.env },
  })
  child.stdin?.end(`${JSON.stringify({ token, file, packages, headers })}\n`)
  child.stdout?.on('data', (chunk) => reporter.onStdOut(chunk))
  child.stderr?.on('data', (chunk) => reporter.onStdErr(chunk))
  let said = ''
  child.stdio[programDescriptor]?.on('data', (chunk) => {
    if (said.length < mostEndBytes) said += chunk
  })
  const { code, signal } = await new Promise((resolve) => {
    child.on('error', (error) => {
      said = ''
      reporter.onStdErr(`${error.message}\n`)
      resolve({ code: null, signal: null })
    })
    child.on('close', (ended, by) => resolve({ code: ended, signal: by }))
  })
  const end = endIn(said, token)
  isOk = end !== null && end.error === null && code === 0
  result.duration = performance.now() - startedMs
  result.status = isOk ? 'passed' : 'failed'
  if (!isOk) result.errors = [{ message: end?.error ?? withoutEnd(code, signal) }]
  reporter.onTestEnd(test, result)
  reporter.onEnd({ status: result.status })
  return isOk ? 0 : 1
}

/** @param {number | null} code @param {string | null} signal */
function withoutEnd(code, signal) {
  const how = signal === null ? `exit code ${code}` : `signal ${signal}`
  return `The script ended before it had come to its end (${how})`
}

/**
 * The last word of the script's process; null when it has not said it.
 *
 * @param {string} said
 * @param {string} token
 * @returns {{ error: string | null } | null}
 */
function endIn(said, token) {
  for (const line of said.split('\n')) {
    try {
      const end = JSON.parse(line)
      if (end?.token === token) return { error: typeof end.error === 'string' ? end.error : null }
    } catch {
      // Somebody else has written there.
    }
  }
  return null
}
