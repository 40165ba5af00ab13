import { hourMs } from '@sonde/ground/durations.ts'

/** As many tries as a program makes at once. */
const mostAtOnce = 64
/** Of these, as many as channels may have together that take nothing or take long. */
const mostOfFailing = 32
/** Nobody knows that a channel will take long before it does: as many more may be waited for meanwhile. */
const mostUnderWay = 256
/** Longer than the longest wait between two tries. */
const rememberMs = hourMs

type ChannelId = number | null

/** How many tries may be begun now, and how many of them on which channels that are failing. */
export type FreeHands = { atMost: number; failing: { channels: ReadonlySet<ChannelId>; atMost: number } }

/**
 * Which channels take nothing or take long, as far as this program has seen, so that they do not keep others
 * waiting: a receiver that hangs costs half a minute of a hand with every try.
 */
export type FailingChannels = {
  /** Returns what is to be called when the try has ended; null: it was not judged. */
  begin(channelId: ChannelId): (isTaken: boolean | null) => void
  freeHands(): FreeHands
}

/** A try that takes longer than `slowMs` makes its channel a failing one until it ends. */
export function createFailingChannels(slowMs: number): FailingChannels {
  const underWay = new Set<{ channelId: ChannelId; beganMs: number }>()
  const failedMs = new Map<ChannelId, number>()

  function findFailing(nowMs: number): Set<ChannelId> {
    for (const [channelId, atMs] of failedMs) {
      if (nowMs - atMs > rememberMs) failedMs.delete(channelId)
    }
    const slow = [...underWay].filter(({ beganMs }) => nowMs - beganMs >= slowMs)
    return new Set([...failedMs.keys(), ...slow.map(({ channelId }) => channelId)])
  }

  return {
    begin(channelId) {
      const begun = { channelId, beganMs: performance.now() }
      underWay.add(begun)
      return (isTaken) => {
        underWay.delete(begun)
        if (isTaken === true) failedMs.delete(channelId)
        if (isTaken === false) failedMs.set(channelId, performance.now())
      }
    },
    freeHands() {
      const channels = findFailing(performance.now())
      const ofFailing = [...underWay].filter(({ channelId }) => channels.has(channelId)).length
      const taken = underWay.size - ofFailing + Math.min(ofFailing, mostOfFailing)
      const atMost = Math.max(0, Math.min(mostAtOnce - taken, mostUnderWay - underWay.size))
      return {
        atMost,
        failing: { channels, atMost: Math.max(0, Math.min(atMost, mostOfFailing - ofFailing)) },
      }
    },
  }
}
