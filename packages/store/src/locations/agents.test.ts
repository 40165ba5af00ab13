import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addLocationKey, addPrivateLocation } from '../../testing/locations.ts'
import { untilSomebodyWaits } from '../../testing/waiting-locks.ts'
import {
  type AgentRow,
  agentsOfAccount,
  agentsOfPrivateLocation,
  agentsSeenSince,
  forgetAgentsBefore,
  lastSeenAtOf,
  markAgentLeft,
  touchAgents,
  upsertAgent,
} from './agents.ts'
import { deleteLocationKey } from './location-keys.ts'

forEachEngine('agents', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  async function addAgent(fields: Partial<AgentRow> = {}) {
    const location = await addPrivateLocation(opened.store)
    const key = await addLocationKey(opened.store, location.place)
    const agent: AgentRow = {
      id: randomUUID(),
      locationKeyId: key.id,
      location: 'office',
      accountId: location.accountId,
      privateLocationId: location.id,
      version: '8.4.0',
      imageVariant: 'main',
      details: { name: 'pod-1' },
      registeredAt: 100,
      lastSeenAt: 100,
      ...fields,
    }
    assert.equal(await opened.store.write((db) => upsertAgent(db, agent)), true)
    return { agent, key, ...location }
  }

  test('an agent that registers again is the same agent', async () => {
    const { agent, accountId } = await addAgent()
    const again = { ...agent, version: '8.5.0', details: {}, registeredAt: 200, lastSeenAt: 200 }
    assert.equal(await opened.store.write((db) => upsertAgent(db, again)), true)
    assert.deepEqual(await agentsOfAccount(opened.store.read, { accountId, seenSince: 0 }), [again])
  })

  test('an agent that has left is not counted, and is again when it comes back', async () => {
    const { agent, accountId, id } = await addAgent({ lastSeenAt: 300 })
    await opened.store.write((db) => markAgentLeft(db, agent.id, 310))
    assert.deepEqual(await agentsOfAccount(opened.store.read, { accountId, seenSince: 0 }), [])
    assert.equal(await lastSeenAtOf(opened.store.read, id), 300)
    await opened.store.write((db) => upsertAgent(db, agent))
    assert.deepEqual(await agentsOfAccount(opened.store.read, { accountId, seenSince: 0 }), [agent])
  })

  test('an agent cannot take the id of an agent with another key', async () => {
    const { agent, accountId } = await addAgent()
    const { key, agent: thief } = await addAgent()
    const stolen = { ...thief, id: agent.id, locationKeyId: key.id }
    assert.equal(await opened.store.write((db) => upsertAgent(db, stolen)), false)
    assert.deepEqual(await agentsOfAccount(opened.store.read, { accountId, seenSince: 0 }), [agent])
  })

  test('the agent inside the service has no key and may register again', async () => {
    const inside = { locationKeyId: null, accountId: null, privateLocationId: null, location: 'eu-west-1' }
    const { agent } = await addAgent(inside)
    assert.equal(await opened.store.write((db) => upsertAgent(db, { ...agent, lastSeenAt: 900 })), true)
    assert.deepEqual(await agentsSeenSince(opened.store.read, 900), [{ ...agent, lastSeenAt: 900 }])
  })

  test('a sign of life moves only forward, and unknown agents are ignored', async () => {
    const { agent, id: privateLocationId } = await addAgent()
    const { read } = opened.store
    for (const lastSeenAt of [500, 400]) {
      await opened.store.write((db) =>
        touchAgents(db, [
          { id: agent.id, lastSeenAt },
          { id: randomUUID(), lastSeenAt },
        ]),
      )
    }
    assert.equal(await lastSeenAtOf(read, privateLocationId), 500)
    const listed = await agentsOfPrivateLocation(read, { privateLocationId, seenSince: 500 })
    assert.deepEqual(listed, [{ ...agent, lastSeenAt: 500 }])
    assert.deepEqual(await agentsOfPrivateLocation(read, { privateLocationId, seenSince: 501 }), [])
    assert.equal(await lastSeenAtOf(read, randomUUID()), null)
  })

  test('each of many has its own time, and what else is known of it stays', async () => {
    const agents = [await addAgent(), await addAgent({ lastSeenAt: 900 }), await addAgent(), await addAgent()]
    const ids = agents.map(({ agent: { id } }) => id)
    const rows = async () => {
      const found = await opened.store.read
        .selectFrom('agents')
        .selectAll()
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
      return found.map((row) => ({ ...row }))
    }
    const asTheyWere = await rows()
    // The second one was heard of later, and the last one not at all.
    const times = [510, 520, 530].map((lastSeenAt, index) => ({ id: ids[index] ?? '', lastSeenAt }))
    await opened.store.write((db) => touchAgents(db, [...times, { id: randomUUID(), lastSeenAt: 999 }]))
    const seenAt = new Map(ids.map((id, index) => [id, [510, 900, 530, 100][index]]))
    assert.deepEqual(
      await rows(),
      asTheyWere.map((row) => ({ ...row, last_seen_at: seenAt.get(row.id) })),
    )
    await opened.store.write((db) => touchAgents(db, []))
  })

  if (engine.name === 'postgres') {
    test('signs of life wait for others in the order of ids, and then go by what those have written', async () => {
      const agents = [await addAgent(), await addAgent(), await addAgent()]
      const [first = '', second = '', third = ''] = agents.map(({ agent: { id } }) => id).toSorted()
      const { read } = opened.store
      let waiting: Promise<void> = Promise.resolve()
      await opened.store.write(async (db) => {
        await touchAgents(db, [{ id: first, lastSeenAt: 700 }])
        waiting = touchAgents(
          read,
          [third, second, first].map((id) => ({ id, lastSeenAt: 600 })),
        )
        await untilSomebodyWaits(read)
        // Nobody has them: two servers that touch the same agents cannot wait for each other.
        await sql`select id from agents where id in (${second}, ${third}) for update nowait`.execute(db)
        await db.deleteFrom('agents').where('id', '=', second).execute()
      })
      await waiting
      const rows = await read
        .selectFrom('agents')
        .select(['id', 'last_seen_at'])
        .where('id', 'in', [first, second, third])
        .orderBy('id')
        .execute()
      assert.deepEqual(rows, [
        { id: first, last_seen_at: 700 },
        { id: third, last_seen_at: 600 },
      ])
    })
  }

  test('a deleted key takes its agents with it', async () => {
    const { key, place, id } = await addAgent()
    await opened.store.write((db) => deleteLocationKey(db, { id: key.id, place }))
    assert.equal(await lastSeenAtOf(opened.store.read, id), null)
  })

  test('agents not heard of for long are forgotten', async () => {
    const [old, recent] = [await addAgent({ lastSeenAt: 10 }), await addAgent({ lastSeenAt: 20 })]
    await opened.store.write((db) => forgetAgentsBefore(db, 20))
    assert.equal(await lastSeenAtOf(opened.store.read, old.id), null)
    assert.equal(await lastSeenAtOf(opened.store.read, recent.id), 20)
  })
})
