import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { createStopRequests } from '../packages/ground/src/stop-requests.mjs'

/**
 * Runs a program to its end and returns the exit code a shell would report for it.
 * Signals sent to this process are passed on, so that stopping the parent stops the child.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStart]
 * @returns {Promise<number>} 127 when the program could not be started at all
 */
export async function runChild(command, args, options, onStart) {
  const child = spawn(command, args, options)
  const stopForwarding = forwardSignals(child)
  onStart?.(child)
  try {
    return await new Promise((resolve) => {
      child.once('error', (error) => {
        console.error(`Cannot run ${command}: ${error.message}`)
        resolve(127)
      })
      // 'close' and not 'exit': the last lines of a piped output arrive in between.
      child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
    })
  } finally {
    stopForwarding()
  }
}

function forwardSignals(child) {
  // The terminal sends Ctrl-C and its own closing to every process in the foreground, the child included.
  const hasTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)
  const stopRequests = createStopRequests({ clock: performance })
  const forward = (signal) => {
    if (hasTerminal && signal !== 'SIGTERM') return
    if (stopRequests.classify() !== 'copy') child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return () => {
    for (const signal of signals) process.off(signal, forward)
  }
}
