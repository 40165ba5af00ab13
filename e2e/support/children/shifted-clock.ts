// Loaded into an agent or a server before its own code: its clock is wrong by CLOCK_SHIFT_MS, from the start or since SIGUSR2.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const shiftMs = Number(process.env['CLOCK_SHIFT_MS'])
  const rightNow = Date.now.bind(Date)
  const shift = (): void => {
    Date.now = () => rightNow() + shiftMs
  }
  if (process.env['CLOCK_SHIFT'] === 'on-signal') process.on('SIGUSR2', shift)
  else shift()
}
