import { setTimeout as delay } from 'node:timers/promises'

/** How often it is looked whether what another server does has ended. */
const lookMs = 500

/** For what another server does. */
export async function lookUntil(
  isOver: () => Promise<boolean>,
  waitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  while (!over.aborted) {
    if (await isOver()) return
    await delay(lookMs, undefined, { signal: over }).catch(() => undefined)
  }
}
