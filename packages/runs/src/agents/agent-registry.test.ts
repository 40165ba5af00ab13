import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataCenterLocations } from '@sonde/schema/agents/location.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createPlaces, type LiveAgent } from './agent-registry.ts'

const silenceMs = 10 * 60_000
const office = { id: '11111111-0000-4000-8000-000000000000', accountId: 'mine', slugName: 'office' }
const officePlace = `private/${office.id}`

function makePlaces(isEmbeddedOn: boolean) {
  const clock = createTestClock()
  const places = createPlaces({ clock, isEmbeddedOn, silenceMs })
  const heard = (agentId: string, place: string | null): LiveAgent => {
    const agent: LiveAgent = {
      agentId,
      place,
      checkTypes: new Set(['ICMP']),
      lastSeenAt: clock.now(),
      unableTypes: new Set(),
      connectivity: 'unknown',
    }
    places.heard(agent)
    return agent
  }
  return { clock, places, heard }
}

test('the embedded agent serves every data center, but not one whose own agent was heard of in ten minutes', () => {
  const { clock, places, heard } = makePlaces(true)
  assert.deepEqual(places.servedDataCenters(), dataCenterLocations)
  assert.ok(places.isLeftToEmbedded('eu-west-1'))
  heard('a', 'eu-west-1')
  assert.equal(places.isLeftToEmbedded('eu-west-1'), false)
  assert.equal(places.isLeftToEmbedded('eu-west-2'), true)
  assert.deepEqual(places.servedDataCenters(), dataCenterLocations)
  clock.advance(silenceMs - 1)
  assert.equal(places.isLeftToEmbedded('eu-west-1'), false)
  clock.advance(1)
  assert.equal(places.isLeftToEmbedded('eu-west-1'), true)
})

test('without an embedded agent, data centers with an agent of their own are served', () => {
  const { clock, places, heard } = makePlaces(false)
  assert.deepEqual(places.servedDataCenters(), [])
  heard('a', 'eu-west-1')
  assert.deepEqual(places.servedDataCenters(), ['eu-west-1'])
  clock.advance(silenceMs)
  assert.deepEqual(places.servedDataCenters(), [])
})

test('a private location is never left to the embedded agent', () => {
  const { places } = makePlaces(true)
  places.setPrivateLocations([office])
  assert.equal(places.isLeftToEmbedded(officePlace), false)
  assert.equal(places.isLeftToEmbedded('mars'), false)
})

test('a private location is found by slug or id, in any case, within its account', () => {
  const { places } = makePlaces(false)
  places.setPrivateLocations([office])
  const place = { place: officePlace, location: 'office' }
  for (const name of ['office', 'OFFICE', office.id, office.id.toUpperCase()]) {
    assert.deepEqual(places.find('mine', name), place)
  }
  assert.equal(places.find('theirs', 'office'), null)
  assert.equal(places.find('mine', 'eu-west-1'), null)
})

test('what is known of a location stays when the list is read again, and goes with the location', () => {
  const { places, heard, clock } = makePlaces(false)
  places.setPrivateLocations([office])
  heard('a', officePlace)
  places.setPrivateLocations([
    office,
    { ...office, id: '22222222-0000-4000-8000-000000000000', slugName: 'lab' },
  ])
  assert.equal(places.get(officePlace)?.lastHeardAt, clock.now())
  assert.ok(places.isServed(officePlace))
  places.setPrivateLocations([])
  assert.equal(places.get(officePlace), undefined)
  assert.equal(places.find('mine', 'office'), null)
  assert.equal(places.isServed(officePlace), false)
})

test('a place that is flagged is not served, unless the embedded agent takes it', () => {
  const { places } = makePlaces(true)
  places.setPrivateLocations([office])
  for (const name of [officePlace, 'eu-west-1']) {
    const place = places.get(name)
    assert.ok(place !== undefined)
    place.unavailableSince = 5
  }
  assert.deepEqual([places.isServed(officePlace), places.isServed('eu-west-1')], [false, true])
})

test('a clock that went back does not make an agent older than it was', () => {
  const { clock, places, heard } = makePlaces(false)
  heard('a', 'eu-west-1')
  const at = clock.now()
  clock.advance(-60_000)
  heard('a', 'eu-west-1')
  assert.equal(places.get('eu-west-1')?.lastHeardAt, at)
  places.forgetAgent('a')
  assert.equal(places.agent('a'), undefined)
})

test('an agent without the right for a type is given it only where no other agent has it', () => {
  const clock = createTestClock()
  const places = createPlaces({ clock, isEmbeddedOn: false, silenceMs: 600_000 })
  const common = {
    place: 'eu-west-1',
    checkTypes: new Set(['ICMP'] as const),
    connectivity: 'unknown',
  } as const
  const unable = { ...common, agentId: 'a', unableTypes: new Set(['ICMP'] as const), lastSeenAt: clock.now() }
  places.heard(unable)
  assert.deepEqual([...places.typesFor(unable)], ['ICMP'])
  places.heard({ ...common, agentId: 'b', unableTypes: new Set(), lastSeenAt: clock.now() })
  assert.deepEqual([...places.typesFor(unable)], [])
  clock.advance(60_000)
  assert.deepEqual([...places.typesFor(unable)], ['ICMP'])
})

test('the last agent of a data center that leaves in order leaves it to the embedded one at once', () => {
  const { places, heard } = makePlaces(true)
  heard('a', 'eu-west-1')
  heard('b', 'eu-west-1')
  places.agentLeft('a')
  assert.equal(places.isLeftToEmbedded('eu-west-1'), false)
  places.agentLeft('b')
  assert.equal(places.isLeftToEmbedded('eu-west-1'), true)
  assert.deepEqual([...places.agents()], [])
})
