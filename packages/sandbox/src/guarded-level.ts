import type { Firewall } from './firewall.ts'
import type { Sandbox, SandboxEnd, SandboxLevel } from './sandbox.ts'

/** `lookEveryMs`: how long rules that are gone may go unnoticed while something runs. `freshMs`: starts within it are one question. */
const guardTimes = { lookEveryMs: 2_000, freshMs: 500 }

const gone = 'The firewall of the scripts was removed, and could not be put back'

/** The same level, at which nothing starts, and nothing goes on, without the rules of the firewall. */
export function guardLevel(
  level: SandboxLevel,
  firewall: Pick<Firewall, 'ensure'>,
  { lookEveryMs, freshMs }: typeof guardTimes = guardTimes,
): SandboxLevel {
  const running = new Set<{ end(): void }>()
  let seenMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null

  const isStale = () => performance.now() - seenMs > freshMs

  async function ensure(): Promise<void> {
    looking ??= firewall.ensure().finally(() => (looking = null))
    await looking
    seenMs = performance.now()
  }

  async function watch(): Promise<void> {
    try {
      await ensure()
    } catch {
      for (const { end } of running) end()
    }
  }

  /** `waits`: nothing but code of ours is in it, for which nobody has to look. */
  function follow(sandbox: Sandbox, { waits }: { waits: boolean }): Sandbox {
    let isGone = false
    const told = (end: SandboxEnd): SandboxEnd => (isGone ? { lost: gone, ...end } : end)
    const entry = {
      end() {
        isGone = true
        void sandbox.end({ graceMs: 0 })
      },
    }
    let hasEnded = false
    const enter = () => {
      if (hasEnded) return
      running.add(entry)
      timer ??= setInterval(() => void watch(), lookEveryMs).unref()
    }
    if (!waits) enter()
    const leave = () => {
      hasEnded = true
      running.delete(entry)
      if (running.size > 0 || timer === null) return
      clearInterval(timer)
      timer = null
    }
    sandbox.ended.then(leave, leave)
    return {
      ...sandbox,
      watch() {
        enter()
        if (waits && isStale()) void watch()
        sandbox.watch()
      },
      ended: sandbox.ended.then(told),
      end: async (options) => told(await sandbox.end(options)),
    }
  }

  return {
    ...level,
    async start(request) {
      if (isStale()) await ensure()
      return follow(await level.start(request), { waits: request.waits === true })
    },
  }
}
