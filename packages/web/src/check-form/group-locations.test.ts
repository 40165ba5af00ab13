import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupLocations } from './group-locations.ts'

const location = (region: string, name: string, servedBy: 'AGENT' | 'STAND_IN', isThisServer = false) => ({
  region,
  name,
  servedBy,
  isThisServer,
})
const codes = ['us-east-1', 'eu-west-1', 'eu-central-1', 'eu-west-2']

test('this server comes first, then regions with agents, and where it only stands in is folded', () => {
  const locations = [
    location('us-east-1', 'N. Virginia', 'STAND_IN'),
    location('eu-west-1', 'Ireland', 'AGENT'),
    location('eu-central-1', 'Frankfurt', 'STAND_IN', true),
    location('eu-west-2', 'London', 'STAND_IN'),
  ]
  const { offered, folded, hasStandIns } = groupLocations({ locations, codes, chosen: ['eu-west-2'] })
  assert.deepEqual(
    offered.map(({ name, note }) => `${name}: ${note}`),
    ['This server: eu-central-1', 'Ireland: eu-west-1, agent', 'London: eu-west-2, this server stands in'],
  )
  assert.deepEqual(
    folded.map(({ key }) => key),
    ['us-east-1'],
  )
  assert.equal(hasStandIns, true)
})

test('without an embedded agent nobody stands in', () => {
  const { offered, folded, hasStandIns } = groupLocations({ locations: [], codes, chosen: [] })
  assert.deepEqual([offered, folded.length, hasStandIns], [[], 4, false])
  assert.equal(folded[0]?.note, 'us-east-1')
  const [chosen] = groupLocations({ locations: [], codes, chosen: ['us-east-1'] }).offered
  assert.equal(chosen?.note, 'us-east-1, no agent')
})
