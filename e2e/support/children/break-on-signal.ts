// Loaded into an agent before its own code: an error of the agent's own, when the test says so by SIGUSR2.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('SIGUSR2', () => {
    throw new Error(process.env['BREAK_MESSAGE'])
  })
}
