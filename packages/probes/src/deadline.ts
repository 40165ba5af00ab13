export type Deadline = {
  cancel(): void
  /** What is left of the time; a moment in which this thread is held up takes no more than a step of it. */
  leftMs(): number
}

/** So that a moment in which this thread is held up costs a small part of any deadline. */
const fewestSteps = 20
const longestStepMs = 250
const shortestStepMs = 10

/** What every timer of a quiet thread is late by; counting it keeps a long deadline from drifting. */
const usualMs = 2

/**
 * Calls `onReached` after `ms` in which this thread was awake, unless it is cancelled before. A thread that is held
 * up neither sends nor reads, so that time is not the target's: the deadline goes in steps, and a step whose timer
 * comes late counts as long as it was planned. An infinite one is never reached and costs nothing.
 */
export function startDeadline(ms: number, onReached: () => void): Deadline {
  if (ms === Infinity) return never
  const longestMs = Math.min(longestStepMs, Math.max(shortestStepMs, ms / fewestSteps))
  let leftMs = ms
  let plannedMs = 0
  let stepStartedMs = 0
  let cancelTurns: (() => void) | null = null
  let timer = startStep()

  function startStep(): NodeJS.Timeout {
    plannedMs = Math.min(longestMs, leftMs)
    stepStartedMs = performance.now()
    return setTimeout(endStep, Math.ceil(plannedMs))
  }

  function endStep(): void {
    const tookMs = performance.now() - stepStartedMs
    leftMs -= tookMs <= plannedMs + usualMs ? tookMs : plannedMs
    if (leftMs >= 1) timer = startStep()
    else cancelTurns = afterAnswers(onReached)
  }

  return {
    cancel() {
      clearTimeout(timer)
      cancelTurns?.()
    },
    leftMs: () => Math.max(0, leftMs - Math.min(plannedMs, performance.now() - stepStartedMs)),
  }
}

const never: Deadline = { cancel: () => undefined, leftMs: () => Infinity }

/**
 * The same by the clock on the wall: for what passes while this thread is held up, such as the silence of a target,
 * whose bytes are kept for us, and for limits on ourselves.
 */
export function startWallDeadline(ms: number, onReached: () => void): Pick<Deadline, 'cancel'> {
  let cancelTurns: (() => void) | null = null
  const timer = setTimeout(() => {
    cancelTurns = afterAnswers(onReached)
  }, ms)
  return {
    cancel() {
      clearTimeout(timer)
      cancelTurns?.()
    },
  }
}

/**
 * After a time in which this thread was held up, timers are handled before the answers that came meanwhile; an
 * answer that was there in time must not lose to its deadline, so it gets one more turn.
 */
function afterAnswers(onReached: () => void): () => void {
  let immediate = setImmediate(() => {
    immediate = setImmediate(onReached)
  })
  return () => clearImmediate(immediate)
}
