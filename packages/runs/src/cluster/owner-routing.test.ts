import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { createLocalBus } from '../../testing/local-bus.ts'
import { someRun } from '../../testing/some-run.ts'
import type { RunEvent } from '../queue/jetstream/run-book.ts'
import { routeToOwners } from './owner-routing.ts'

/** Servers that each believe that shards belong to others, as they were told last. */
function serversUnderTest(beliefs: Readonly<Record<string, Readonly<Record<number, string>>>>) {
  const bus = createLocalBus()
  const heard: string[] = []
  const routes = new Map(
    Object.entries(beliefs).map(([serverId, owners]) => [
      serverId,
      routeToOwners({
        bus,
        serverId,
        leases: { ownerOf: (shard) => owners[shard] ?? null },
        hear: async ({ kind, runs }) => {
          heard.push(`${serverId}: ${kind} ${runs.map(({ checkNo }) => checkNo).join()}`)
        },
        log: silentLogger,
      }),
    ]),
  )
  return { heard, tell: async (server: string, event: RunEvent) => await routes.get(server)?.tell(event) }
}

const taken = (...numbers: number[]): RunEvent => ({
  kind: 'taken',
  runs: numbers.map((checkNo) => someRun({ checkNo })),
  at: 1,
})

test('what becomes of runs is told to the servers that have the shards of their checks', async () => {
  const owners = { 1: 'a', 2: 'b' }
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
