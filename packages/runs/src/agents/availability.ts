import { randomUUIDv7 } from 'node:crypto'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import {
  insertLocationEvent,
  insertLocationNews,
  type LocationEventKind,
} from '@sonde/store/locations/location-events.ts'
import { setAssigned, setUnavailable } from '@sonde/store/locations/private-locations.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { KnownLocation, AgentRegistry } from './agent-registry.ts'

/** Results in a row without a verdict before a notice about their location is due. */
const errorsForNotice = 3
/** So long none may end so before it counts as over: at a place that is half in trouble every second run has a verdict. */
const calmMs = 5 * minuteMs

export type Availability = {
  /**
   * Looks at every place; `assigned` are those that activated checks use. Private locations are left out where another
   * server looks after them.
   */
  evaluate(assigned: ReadonlySet<string>, options?: { hasPrivate: boolean }): Promise<void>
  /** An agent of this place has just registered: it is available at once. */
  agentRegistered(place: string): Promise<void>
  /** Counts silence from now on only: until now nobody could be heard. */
  listenAnew(): void
  /** Final results of a place in the order they came: whether each said something about its target. */
  noteResults(place: string, hadErrors: readonly boolean[]): Promise<void>
  /** What became of a run with scripts there: null when it was made, else why no agent of the place can make one. */
  noteScripts(place: string, trouble: string | null): Promise<void>
}

/** One notice about a location when it fails us and one when it is back, however many checks it serves. */
export function createAvailability(deps: {
  store: Store
  clock: Clock
  log: Logger
  registry: AgentRegistry
  /** How long a place with checks may be without a sign of an agent. */
  silenceMs: number
  /** Whether other servers see the same trouble at the same time. */
  isShared: boolean
}): Availability {
  const { store, clock, log, registry } = deps
  /** Since when agents could be heard at all: while this program was down, none was. */
  let listeningSince: number | null = null

  async function announce(place: KnownLocation, kind: LocationEventKind, detail: string): Promise<void> {
    const event = {
      id: randomUUIDv7(),
      accountId: place.accountId,
      privateLocationId: place.privateLocationId,
      location: place.location,
      kind,
      detail,
      at: clock.now(),
    }
    log.warn({ location: place.location, kind }, detail)
    await store.write((db) => (deps.isShared ? insertLocationNews : insertLocationEvent)(db, event))
  }

  async function flag(place: KnownLocation, at: number | null): Promise<void> {
    const id = place.privateLocationId
    // Of several servers, the one that changes the row is the one that tells.
    const isChange = id === null || (await store.write((db) => setUnavailable(db, id, at)))
    place.unavailableSince = at
    if (!isChange) return
    if (at === null) {
      await announce(
        place,
        'available',
        `An agent of ${place.location} is connected again: checks run there again`,
      )
    } else {
      await announce(
        place,
        'unavailable',
        `No agent of ${place.location} has been connected for ${Math.round(deps.silenceMs / minuteMs)} minutes: checks do not run there until you start one`,
      )
    }
  }

  async function noteAssigned(place: KnownLocation, isAssigned: boolean): Promise<void> {
    if (isAssigned === (place.assignedSince !== null)) return
    place.assignedSince = isAssigned ? clock.now() : null
    const id = place.privateLocationId
    if (id !== null) await store.write((db) => setAssigned(db, id, place.assignedSince))
  }

  return {
    async evaluate(assigned, { hasPrivate } = { hasPrivate: true }) {
      const now = clock.now()
      listeningSince ??= now
      const hasListenedLong = now - listeningSince >= deps.silenceMs
      for (const place of registry.all()) {
        if (!hasPrivate && place.privateLocationId !== null) continue
        await noteAssigned(place, assigned.has(place.place))
        const isSilent =
          place.assignedSince !== null &&
          !registry.isLeftToEmbedded(place.place) &&
          (hasListenedLong || place.unavailableSince !== null) &&
          now - Math.max(place.lastHeardAt ?? 0, place.assignedSince) >= deps.silenceMs
        if (isSilent === (place.unavailableSince !== null)) continue
        await flag(place, isSilent ? now : null)
      }
    },
    listenAnew() {
      listeningSince = clock.now()
    },
    async agentRegistered(name) {
      const place = registry.get(name)
      if (place !== undefined && place.unavailableSince !== null) await flag(place, null)
    },
    async noteResults(name, hadErrors) {
      const place = registry.get(name)
      if (place === undefined) return
      const now = clock.now()
      for (const hadError of hadErrors) {
        place.errorsInARow = hadError ? place.errorsInARow + 1 : 0
        if (hadError) place.lastErrorAt = now
        const isCalm = now - (place.lastErrorAt ?? -Infinity) >= calmMs
        const isInTrouble = place.hasErrorNotice ? !isCalm : place.errorsInARow >= errorsForNotice
        if (isInTrouble === place.hasErrorNotice) continue
        await noteTrouble(place, isInTrouble)
      }
    },
    async noteScripts(name, trouble) {
      const place = registry.get(name)
      if (place === undefined || place.hasScriptNotice === (trouble !== null)) return
      place.hasScriptNotice = trouble !== null
      try {
        await (trouble === null
          ? announce(place, 'scripts-again', `Checks with scripts run at ${place.location} again`)
          : announce(
              place,
              'no-scripts',
              `Checks with scripts do not run at ${place.location}, which says nothing about their targets: ${trouble}`,
            ))
      } catch (error) {
        place.hasScriptNotice = trouble === null
        throw error
      }
    },
  }

  async function noteTrouble(place: KnownLocation, isInTrouble: boolean): Promise<void> {
    // At once, so that results that come meanwhile do not tell it a second time; taken back if it is not told.
    place.hasErrorNotice = isInTrouble
    try {
      await (isInTrouble
        ? announce(
            place,
            'errors',
            `${errorsForNotice} runs in a row at ${place.location} ended without a verdict: the problem is at the location, not at the targets`,
          )
        : announce(place, 'errors-over', `Runs at ${place.location} end with verdicts again`))
    } catch (error) {
      place.hasErrorNotice = !isInTrouble
      throw error
    }
  }
}
