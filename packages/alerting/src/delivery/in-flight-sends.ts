import { hourMs } from '@sonde/ground/durations.ts'

/** As many sends as a program has in flight. */
const mostAtOnce = 64
/** Of these, as many as channels may have together that take nothing or take long. */
const mostOfFailing = 32
/** Nobody knows that a channel will take long before it does: as many more may be in flight meanwhile. */
const mostInFlight = 256
/** Longer than the longest wait between two tries. */
const rememberMs = hourMs

type ChannelId = number | null

/** How many sends may be begun now, and how many of them on which channels that are failing. */
export type SendCapacity = { atMost: number; failing: { channels: ReadonlySet<ChannelId>; atMost: number } }

/**
 * Which channels take nothing or take long, as far as this program has seen, so that they do not keep others
 * waiting: a receiver that hangs keeps a send in flight for half a minute with every try.
 */
export type InFlightSends = {
  /** Returns what is to be called when the send has ended; null: it was broken off. */
  begin(channelId: ChannelId): (isTaken: boolean | null) => void
  capacity(): SendCapacity
}

/** A send that takes longer than `slowMs` makes its channel a failing one until it ends. */
export function createInFlightSends(slowMs: number): InFlightSends {
  const inFlight = new Set<{ channelId: ChannelId; beganMs: number }>()
  const failedMs = new Map<ChannelId, number>()

  function findFailing(nowMs: number): Set<ChannelId> {
    for (const [channelId, atMs] of failedMs) {
      if (nowMs - atMs > rememberMs) failedMs.delete(channelId)
    }
    const slow = [...inFlight].filter(({ beganMs }) => nowMs - beganMs >= slowMs)
    return new Set([...failedMs.keys(), ...slow.map(({ channelId }) => channelId)])
  }

  return {
    begin(channelId) {
      const send = { channelId, beganMs: performance.now() }
      inFlight.add(send)
      return (isTaken) => {
        inFlight.delete(send)
        if (isTaken === true) failedMs.delete(channelId)
        if (isTaken === false) failedMs.set(channelId, performance.now())
      }
    },
    capacity() {
      const channels = findFailing(performance.now())
      const ofFailing = [...inFlight].filter(({ channelId }) => channels.has(channelId)).length
      const used = inFlight.size - ofFailing + Math.min(ofFailing, mostOfFailing)
      const atMost = Math.max(0, Math.min(mostAtOnce - used, mostInFlight - inFlight.size))
      return {
        atMost,
        failing: { channels, atMost: Math.max(0, Math.min(atMost, mostOfFailing - ofFailing)) },
      }
    },
  }
}
