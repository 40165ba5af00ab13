import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ComponentImpact, ComponentStatus } from '@sonde/schema/status-pages/status-page-component.ts'
import { componentStatuses, severityOfImpacts } from './component-status.ts'

const components = [
  { id: 'shop', parentId: null },
  { id: 'inner', parentId: 'shop' },
  { id: 'cart', parentId: 'inner' },
  { id: 'pay', parentId: 'shop' },
  { id: 'blog', parentId: null },
]

const cases: { name: string; impacts: [string, ComponentImpact][]; statuses: ComponentStatus[] }[] = [
  {
    name: 'nothing is wrong',
    impacts: [],
    statuses: ['OPERATIONAL', 'OPERATIONAL', 'OPERATIONAL', 'OPERATIONAL', 'OPERATIONAL'],
  },
  {
    name: 'a group is as the worst that it contains',
    impacts: [
      ['cart', 'PARTIAL_OUTAGE'],
      ['pay', 'DEGRADED_PERFORMANCE'],
    ],
    statuses: ['PARTIAL_OUTAGE', 'PARTIAL_OUTAGE', 'PARTIAL_OUTAGE', 'DEGRADED_PERFORMANCE', 'OPERATIONAL'],
  },
  {
    name: 'maintenance yields to everything else',
    impacts: [
      ['pay', 'UNDER_MAINTENANCE'],
      ['pay', 'DEGRADED_PERFORMANCE'],
      ['blog', 'UNDER_MAINTENANCE'],
    ],
    statuses: [
      'DEGRADED_PERFORMANCE',
      'OPERATIONAL',
      'OPERATIONAL',
      'DEGRADED_PERFORMANCE',
      'UNDER_MAINTENANCE',
    ],
  },
  {
    name: 'what is said of a group says nothing of what it contains',
    impacts: [['inner', 'MAJOR_OUTAGE']],
    statuses: ['MAJOR_OUTAGE', 'MAJOR_OUTAGE', 'OPERATIONAL', 'OPERATIONAL', 'OPERATIONAL'],
  },
]

for (const { name, impacts, statuses } of cases) {
  test(`statuses of components: ${name}`, () => {
    const named = impacts.map(([componentId, impact]) => ({ componentId, impact }))
    const byId = componentStatuses(components, named)
    assert.deepEqual(
      components.map(({ id }) => byId.get(id)),
      statuses,
    )
  })
}

test('an incident is as severe as its worst impact', () => {
  const of = (...impacts: ComponentImpact[]) => severityOfImpacts(impacts)
  assert.deepEqual(
    [of('UNDER_MAINTENANCE'), of('DEGRADED_PERFORMANCE'), of('UNDER_MAINTENANCE', 'PARTIAL_OUTAGE')],
    ['MINOR', 'MINOR', 'MEDIUM'],
  )
  assert.equal(of('MAJOR_OUTAGE', 'PARTIAL_OUTAGE'), 'MAJOR')
})
