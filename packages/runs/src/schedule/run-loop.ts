import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { createStandingTrouble } from '@sonde/ground/standing-trouble.ts'

export type RunLoop = {
  start(): void
  /** There may be something to do sooner than was thought. */
  wake(): void
  /** True once in every so many milliseconds, whichever way the clock is set. */
  isDue(name: string, everyMs: number): boolean
  /** Waits for the work that is under way. */
  stop(): Promise<void>
}

/** Beyond this nothing is slept through: clocks are set, and leases run out. */
const longestSleepMs = 1_000

/** Time that does not add up by so much, or a turn that comes so late, is a jump and no delay. */
const jumpMs = 30_000

/** Works when something is due, one piece of work at a time. */
export function createRunLoop(deps: {
  clock: Clock
  log: Logger
  work: () => Promise<number>
  /** The clock was set, by so much, or the machine or this process stood still. */
  onJump: (jumpedMs: number) => void
}): RunLoop {
  const { clock, log, work } = deps
  const trouble = createStandingTrouble({
    clock,
    log,
    message: 'scheduling failed; retrying',
    overMessage: 'scheduling works again',
  })
  let lastLook = { wallMs: clock.now(), monotonicMs: performance.now() }
  const lastDone = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let isWorking: Promise<void> | null = null
  let isStopped = true
  let isWoken = false

  function noticeJump(): void {
    const now = { wallMs: clock.now(), monotonicMs: performance.now() }
    const pausedMs = now.monotonicMs - lastLook.monotonicMs
    // Whole milliseconds, as times in the database are.
    const jumpedMs = Math.round(now.wallMs - lastLook.wallMs - pausedMs)
    lastLook = now
    if (Math.abs(jumpedMs) < jumpMs && pausedMs < jumpMs) return
    log.warn({ jumpedMs, pausedMs: Math.round(pausedMs) }, 'the clock has jumped')
    deps.onJump(jumpedMs)
  }

  async function turn(): Promise<void> {
    let sleepMs = longestSleepMs
    try {
      noticeJump()
      const nextAt = await work()
      sleepMs = Math.max(1, Math.min(longestSleepMs, nextAt - clock.now()))
      trouble.worked()
    } catch (error) {
      trouble.happened({ err: error })
    }
    isWorking = null
    if (isStopped) return
    timer = setTimeout(run, isWoken ? 0 : sleepMs)
    isWoken = false
  }

  function run(): void {
    timer = null
    isWorking = turn()
  }

  return {
    start() {
      isStopped = false
      lastLook = { wallMs: clock.now(), monotonicMs: performance.now() }
      run()
    },
    wake() {
      if (isStopped) return
      if (timer === null) {
        isWoken = true
        return
      }
      clearTimeout(timer)
      timer = setTimeout(run, 0)
    },
    isDue(name, everyMs) {
      const now = clock.now()
      if (Math.abs(now - (lastDone.get(name) ?? -Infinity)) < everyMs) return false
      lastDone.set(name, now)
      return true
    },
    async stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      await isWorking
    },
  }
}
