import type { Logger } from '@sonde/ground/logger.ts'
import type { WorkerSlot } from '@sonde/store/engine/engine.ts'

/** `breakOff`: others may take up what we have claimed, or will at once. */
export type HeldSlot = WorkerSlot & { breakOff: AbortSignal }

/** The slot of this program among those that deliver. */
export type WorkerSlotHolder = {
  /** The one it has, or a new one; null when none is free. */
  hold(): Promise<HeldSlot | null>
  release(): Promise<void>
}

/** `prepare` is called with the number of a new slot: whoever had it before is gone, and its claims are void. */
export function createWorkerSlotHolder({
  takeSlot,
  prepare,
  log,
  stopping,
}: {
  takeSlot(): Promise<WorkerSlot | null>
  prepare(number: number): Promise<unknown>
  log: Logger
  /** The program ends. */
  stopping: AbortSignal
}): WorkerSlotHolder {
  let slot: HeldSlot | null = null
  let isLackLogged = false

  async function takePrepared(): Promise<HeldSlot | null> {
    const free = await takeSlot()
    if (free === null) return null
    try {
      await prepare(free.number)
    } catch (error) {
      await free.release()
      throw error
    }
    return { ...free, breakOff: AbortSignal.any([stopping, free.lost]) }
  }

  return {
    async hold() {
      if (slot !== null && !slot.lost.aborted) return slot
      if (slot !== null) log.error({ slot: slot.number }, 'lost the worker slot for delivering alerts')
      slot = null
      slot = await takePrepared()
      if (slot === null && !isLackLogged)
        log.error({}, 'too many servers deliver alerts: this server delivers none')
      isLackLogged = slot === null
      return slot
    },
    async release() {
      await slot?.release()
      slot = null
    },
  }
}
