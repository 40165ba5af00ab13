import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { KeyOwners } from '@sonde/runs/cluster/key-owners.ts'
import type { OwnTryGates } from './own-try-gates.ts'
import type { TryGates, TryOutcome, TryPass, TryPlace, TryRefusal } from './try-gates.ts'

/** A place that nobody has asked about, or given back, for so long was that of a server that has died. */
const keptMs = 30_000
/** Whoever waits for its turn asks again after so long, by which it is known to be there. */
const turnMs = 1_000
const turnAnswerMs = 2_000

const kinds = ['visitor', 'user', 'page', 'code'] as const

type Entry = TryPass | TryRefusal
type Held = {
  place: TryPlace
  /** Null while those before it are judged. */
  entry: Entry | null
  entered: Promise<Entry>
  end: NodeJS.Timeout
}

/** The gates of other servers by questions to them, and answers to theirs. Where a server does not answer, the own ones count. */
export function createSharedTryGates(deps: { own: OwnTryGates; keyOwners: KeyOwners }): TryGates {
  const { own, keyOwners } = deps
  const held = new Map<string, Held>()
  keyOwners.answer('try', answer)

  async function answer(question: unknown): Promise<unknown> {
    if (!isRecord(question)) return null
    const { step, id } = question
    if (typeof id !== 'string') return null
    const place = readPlace(question)
    if (step === 'enter' && place !== null) return begin(id, place)
    const at = held.get(id)
    if (step === 'turn' && at !== undefined) return await untilTurn(id, at)
    if (step === 'leave' && place !== null) return leave(id, place, question['outcome'])
    return null
  }

  function begin(id: string, place: TryPlace): unknown {
    const before = held.get(id)
    // A message that came twice: nobody would give back a second place.
    if (before !== undefined) return tell(id, before)
    const entry = own.enter(place)
    const at: Held = {
      place,
      entry: entry instanceof Promise ? null : entry,
      entered: Promise.resolve(entry),
      end: setTimeout(() => forget(id), keptMs).unref(),
    }
    held.set(id, at)
    void at.entered.then((entered) => (at.entry = entered))
    return tell(id, at)
  }

  async function untilTurn(id: string, at: Held): Promise<unknown> {
    at.end.refresh()
    const ended = new AbortController()
    const pause = delay(turnMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
    await Promise.race([at.entered, pause])
    ended.abort()
    return tell(id, at)
  }

  function tell(id: string, { entry, end }: Held): unknown {
    if (entry === null) return { state: 'waiting' }
    if (!('retryAfterSeconds' in entry)) return { state: 'entered', wrongBefore: entry.wrongBefore }
    clearTimeout(end)
    held.delete(id)
    return { state: 'refused', retryAfterSeconds: entry.retryAfterSeconds }
  }

  function leave(id: string, place: TryPlace, outcome: unknown): unknown {
    const at = held.get(id)
    if (at === undefined) {
      // It took too long to judge, and counts all the same.
      if (outcome === 'wrong') own.noteWrong(place)
    } else forget(id, outcome === 'wrong' || outcome === 'right' ? outcome : 'none')
    return { state: 'left' }
  }

  /** Also one that is still waiting: when its turn comes, nobody is there to take it. */
  function forget(id: string, outcome: TryOutcome = 'none'): void {
    const at = held.get(id)
    if (at === undefined) return
    clearTimeout(at.end)
    held.delete(id)
    if (at.entry === null) void at.entered.then((entry) => leaveEntry(entry, outcome))
    else leaveEntry(at.entry, outcome)
  }

  function leaveEntry(entry: Entry, outcome: TryOutcome): void {
    if ('leave' in entry) void entry.leave(outcome)
  }

  async function enterAt(server: string, place: TryPlace): Promise<Entry> {
    const id = randomUUID()
    let answered = await keyOwners.ask(server, { about: 'try', step: 'enter', id, ...place })
    while (isRecord(answered) && answered['state'] === 'waiting') {
      answered = await keyOwners.ask(server, { about: 'try', step: 'turn', id }, turnAnswerMs)
    }
    if (!isRecord(answered)) return await own.enter(place)
    const { state, retryAfterSeconds, wrongBefore } = answered
    if (state === 'refused' && typeof retryAfterSeconds === 'number') return { retryAfterSeconds }
    if (state !== 'entered') return await own.enter(place)
    return {
      wrongBefore: typeof wrongBefore === 'number' ? wrongBefore : 0,
      async leave(outcome) {
        const left = await keyOwners.ask(server, { about: 'try', step: 'leave', id, outcome, ...place })
        if (left === null && outcome === 'wrong') own.noteWrong(place)
      },
    }
  }

  return {
    enter(place) {
      const owner = keyOwners.ownerOf(`${place.kind} ${place.name.toLowerCase()}`)
      return owner === null ? own.enter(place) : enterAt(owner, place)
    },
  }
}

function readPlace({ kind, name, wrongBefore }: Record<string, unknown>): TryPlace | null {
  const known = kinds.find((each) => each === kind)
  if (known === undefined || typeof name !== 'string') return null
  if (known === 'visitor') return { kind: known, name }
  // Servers of earlier versions do not say it.
  return { kind: known, name, wrongBefore: typeof wrongBefore === 'number' ? wrongBefore : 0 }
}
