// @ts-check
import childProcess, { ChildProcess } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { internals } from './internals.mjs'

/**
 * Tells of browsers that something outside of the run has killed: a person, or whatever watches over the machine. No page brings that
 * about: what it crashes ends by another signal, or is a process of its own and not that of the browser. A script could: once
 * anything inside has sent a signal or started another program, nothing is told.
 *
 * @param {any} BrowserType of the part of Playwright that starts them
 * @param {{ programs: readonly (string | null)[], onKilled: () => void }} order `programs`: those that Playwright starts by itself
 */
export function watchBrowsers(BrowserType, { programs, onKilled }) {
  let isBeyondDoubt = true
  const { kill } = process
  process.kill = (pid, signal) => {
    isBeyondDoubt = false
    return kill.call(process, pid, signal)
  }
  const prototype = /** @type {any} */ (ChildProcess.prototype)
  const start = prototype.spawn
  /** @param {any} options */
  prototype.spawn = function (options) {
    if (!programs.includes(options.file)) isBeyondDoubt = false
    return start.call(this, options)
  }
  const starters = /** @type {Record<string, any>} */ (/** @type {unknown} */ (childProcess))
  for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
    const startAndWait = starters[name]
    /** @param {any[]} order */
    starters[name] = (...order) => {
      isBeyondDoubt = false
      return startAndWait(...order)
    }
  }
  syncBuiltinESMExports()
  const launch = BrowserType.prototype[internals.launchProcess]
  /** @param {any[]} order */
  BrowserType.prototype[internals.launchProcess] = async function (...order) {
    const launched = await launch.apply(this, order)
    launched.browserProcess.process.once('exit', (/** @type {any} */ _code, /** @type {any} */ signal) => {
      if (signal === 'SIGKILL' && isBeyondDoubt) onKilled()
    })
    return launched
  }
}
