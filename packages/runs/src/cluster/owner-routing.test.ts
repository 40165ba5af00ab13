import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { createLocalBus } from '../../testing/local-bus.ts'
import { someRun } from '../../testing/some-run.ts'
import type { RunEvent } from '../queue/jetstream/run-book.ts'
import { isTicketed } from '../run.ts'
import { routeToOwners } from './owner-routing.ts'

/** Servers that each believe that shards belong to others, as they were told last. */
function serversUnderTest(beliefs: Readonly<Record<string, Readonly<Record<number, string>>>>) {
  const bus = createLocalBus()
  const heard: string[] = []
  const events: RunEvent[] = []
  const routes = new Map(
    Object.entries(beliefs).map(([serverId, owners]) => [
      serverId,
      routeToOwners({
        bus,
        serverId,
        leases: { ownerOf: (shard) => owners[shard] ?? null },
        hear: async (event) => {
          const { kind, runs } = event
          events.push(event)
          heard.push(`${serverId}: ${kind} ${runs.map(({ checkNo }) => checkNo).join()}`)
        },
        log: silentLogger,
      }),
    ]),
  )
  return {
    heard,
    events,
    /** Resolves when all have heard it: whoever is told passes it on in a later turn. */
    async tell(server: string, ...told: RunEvent[]) {
      for (const event of told) await routes.get(server)?.tell(event)
      await endOfTurn()
      await endOfTurn()
    },
    stop: (server: string) => routes.get(server)?.stop(),
  }
}

const eventOf = (kind: RunEvent['kind'], ...numbers: number[]): RunEvent => ({
  kind,
  runs: numbers.map((checkNo) => someRun({ checkNo, checkId: `check ${checkNo}` })),
  at: 1,
})
const taken = (...numbers: number[]) => eventOf('taken', ...numbers)
const owners = { 1: 'a', 2: 'b' }

test('what becomes of runs is told to the servers that have the shards of their checks', async () => {
  const { heard, tell } = serversUnderTest({ a: owners, b: owners })
  // The shard of 65 is 1, and nobody has 3.
  await tell('a', taken(1, 65, 2, 3))
  assert.deepEqual(heard.toSorted(), ['a: taken 1,65,3', 'b: taken 2'])
})

test('a server that has given up a shard passes on what it is told of it, once', async () => {
  const { heard, tell } = serversUnderTest({ a: { 1: 'b' }, b: { 1: 'c' }, c: { 1: 'c' } })
  await tell('a', taken(1))
  assert.deepEqual(heard, ['c: taken 1'])
  const confused = serversUnderTest({ a: { 1: 'b' }, b: { 1: 'a' } })
  await confused.tell('a', taken(1))
  assert.deepEqual(confused.heard, ['a: taken 1'])
})

test('who has published a run hears its name alone, and anybody else all that a ticket tells', async () => {
  const { events, tell } = serversUnderTest({ a: owners, b: owners })
  const told = taken(2)
  await tell('a', { ...told, publisher: 'b' }, { ...told, publisher: 'c' }, { ...told, kind: 'closed' })
  const { runId, checkId, scheduledAt } = someRun({ checkNo: 2, checkId: 'check 2' })
  const name = {
    runId,
    attempt: 1,
    checkNo: 2,
    checkId,
    scheduledAt,
    origin: 'eu-west-1',
    source: 'SCHEDULER',
  }
  assert.deepEqual(
    events.map(({ kind, runs }) => [kind, runs.map(isTicketed)]),
    [
      ['taken', [false]],
      ['taken', [true]],
      ['closed', [false]],
    ],
  )
  assert.deepEqual(events[0]?.runs, [name])
  assert.deepEqual(events[2]?.runs, [name])
})

test('of a run that is over nobody is told that an attempt of it is', async () => {
  const { heard, tell } = serversUnderTest({ a: owners, b: owners })
  await tell('a', eventOf('completed', 2, 66), eventOf('closed', 2))
  assert.deepEqual(heard, ['b: completed 66', 'b: closed 2'])
})

test('what was told before a server stops is sent', async () => {
  const { heard, tell, stop } = serversUnderTest({ a: owners, b: owners })
  const telling = tell('a', taken(2))
  stop('a')
  assert.deepEqual(heard, ['b: taken 2'])
  await telling
  assert.deepEqual(heard, ['b: taken 2'])
})
