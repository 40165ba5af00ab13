import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { dataCenterLocations } from '@sonde/schema/agents/location.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createAgentRegistry, type LiveAgent } from './agent-registry.ts'

const silenceMs = 10 * 60_000
const office = { id: '11111111-0000-4000-8000-000000000000', accountId: 'mine', slugName: 'office' }
const officePlace = `private/${office.id}`

function makeRegistry(isEmbeddedOn: boolean) {
  const clock = createTestClock()
  const registry = createAgentRegistry({ clock, isEmbeddedOn, silenceMs })
  const heard = (agentId: string, place: string | null): LiveAgent => {
    const agent: LiveAgent = {
      agentId,
      place,
      checkTypes: new Set(['ICMP']),
      lastSeenAt: clock.now(),
      unableTypes: new Set(),
      scripts: 'unknown',
      connectivity: 'unknown',
    }
    registry.heard(agent)
    return agent
  }
  return { clock, registry, heard }
}

test('the embedded agent serves every data center, but not one whose own agent was heard of in ten minutes', () => {
  const { clock, registry, heard } = makeRegistry(true)
  assert.deepEqual(registry.servedDataCenters(), dataCenterLocations)
  assert.ok(registry.isLeftToEmbedded('eu-west-1'))
  heard('a', 'eu-west-1')
  assert.equal(registry.isLeftToEmbedded('eu-west-1'), false)
  assert.equal(registry.isLeftToEmbedded('eu-west-2'), true)
  assert.deepEqual(registry.servedDataCenters(), dataCenterLocations)
  clock.advance(silenceMs - 1)
  assert.equal(registry.isLeftToEmbedded('eu-west-1'), false)
  clock.advance(1)
  assert.equal(registry.isLeftToEmbedded('eu-west-1'), true)
})

test('without an embedded agent, data centers with an agent of their own are served', () => {
  const { clock, registry, heard } = makeRegistry(false)
  assert.deepEqual(registry.servedDataCenters(), [])
  heard('a', 'eu-west-1')
  assert.deepEqual(registry.servedDataCenters(), ['eu-west-1'])
  clock.advance(silenceMs)
  assert.deepEqual(registry.servedDataCenters(), [])
})

test('a clock that is set a day forward, or back, makes nobody older', () => {
  for (const jumpedMs of [dayMs, -dayMs]) {
    const { clock, registry, heard } = makeRegistry(true)
    const agent = heard('a', 'eu-west-1')
    clock.advance(silenceMs - 1)
    clock.advance(jumpedMs)
    registry.clockJumped(jumpedMs)
    assert.equal(clock.now() - agent.lastSeenAt, silenceMs - 1)
    assert.equal(registry.isLeftToEmbedded('eu-west-1'), false)
    clock.advance(1)
    assert.equal(registry.isLeftToEmbedded('eu-west-1'), true)
  }
})

test('a private location is never left to the embedded agent', () => {
  const { registry } = makeRegistry(true)
  registry.setPrivateLocations([office])
  assert.equal(registry.isLeftToEmbedded(officePlace), false)
  assert.equal(registry.isLeftToEmbedded('mars'), false)
})

test('a private location is found by slug or id, in any case, within its account', () => {
  const { registry } = makeRegistry(false)
  registry.setPrivateLocations([office])
  const place = { place: officePlace, location: 'office' }
  for (const name of ['office', 'OFFICE', office.id, office.id.toUpperCase()]) {
    assert.deepEqual(registry.find('mine', name), place)
  }
  assert.equal(registry.find('theirs', 'office'), null)
  assert.equal(registry.find('mine', 'eu-west-1'), null)
})

test('what is known of a location stays when the list is read again, and goes with the location', () => {
  const { registry, heard, clock } = makeRegistry(false)
  registry.setPrivateLocations([office])
  heard('a', officePlace)
  registry.setPrivateLocations([
    office,
    { ...office, id: '22222222-0000-4000-8000-000000000000', slugName: 'lab' },
  ])
  assert.equal(registry.get(officePlace)?.lastHeardAt, clock.now())
  assert.ok(registry.isServed(officePlace))
  registry.setPrivateLocations([])
  assert.equal(registry.get(officePlace), undefined)
  assert.equal(registry.find('mine', 'office'), null)
  assert.equal(registry.isServed(officePlace), false)
})

test('a place that is flagged is not served, unless the embedded agent takes it', () => {
  const { registry } = makeRegistry(true)
  registry.setPrivateLocations([office])
  for (const name of [officePlace, 'eu-west-1']) {
    const place = registry.get(name)
    assert.ok(place !== undefined)
    place.unavailableSince = 5
  }
  assert.deepEqual([registry.isServed(officePlace), registry.isServed('eu-west-1')], [false, true])
})

test('a clock that went back does not make an agent older than it was', () => {
  const { clock, registry, heard } = makeRegistry(false)
  heard('a', 'eu-west-1')
  const at = clock.now()
  clock.advance(-60_000)
  heard('a', 'eu-west-1')
  assert.equal(registry.get('eu-west-1')?.lastHeardAt, at)
  registry.forgetAgent('a')
  assert.equal(registry.agent('a'), undefined)
})

test('an agent without the right for a type is given it only where no other agent has it', () => {
  const clock = createTestClock()
  const registry = createAgentRegistry({ clock, isEmbeddedOn: false, silenceMs: 600_000 })
  const common = {
    place: 'eu-west-1',
    checkTypes: new Set(['ICMP'] as const),
    scripts: 'unknown',
    connectivity: 'unknown',
  } as const
  const unable = { ...common, agentId: 'a', unableTypes: new Set(['ICMP'] as const), lastSeenAt: clock.now() }
  registry.heard(unable)
  assert.deepEqual([...registry.typesFor(unable)], ['ICMP'])
  registry.heard({ ...common, agentId: 'b', unableTypes: new Set(), lastSeenAt: clock.now() })
  assert.deepEqual([...registry.typesFor(unable)], [])
  clock.advance(60_000)
  assert.deepEqual([...registry.typesFor(unable)], ['ICMP'])
})

test('the last agent of a data center that leaves in order leaves it to the embedded one at once', () => {
  const { registry, heard } = makeRegistry(true)
  heard('a', 'eu-west-1')
  heard('b', 'eu-west-1')
  registry.agentLeft('a')
  assert.equal(registry.isLeftToEmbedded('eu-west-1'), false)
  registry.agentLeft('b')
  assert.equal(registry.isLeftToEmbedded('eu-west-1'), true)
  assert.deepEqual([...registry.agents()], [])
})
