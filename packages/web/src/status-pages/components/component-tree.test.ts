import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageComponent } from '../../resources/status-pages/status-page-parts.ts'
import { depthsOf, pathOf, possibleParents } from './component-tree.ts'

function component(id: string, type: 'GROUP' | 'SERVICE', parentId: string | null): PageComponent {
  return {
    id,
    statusPageId: 'page',
    type,
    name: id.toUpperCase(),
    description: null,
    hidden: false,
    displayOrder: 0,
    parentId,
    configuration: { showHistoricalData: true },
    status: 'OPERATIONAL',
    monitored: false,
    projectBindings: { owner: null, references: [] },
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: null,
  }
}

const components = [
  component('shop', 'GROUP', null),
  component('inner', 'GROUP', 'shop'),
  component('cart', 'SERVICE', 'inner'),
  component('blog', 'GROUP', null),
]

test('components know how deep they stand, and by which groups', () => {
  assert.deepEqual([...depthsOf(components).values()], [0, 1, 2, 0])
  assert.equal(pathOf(components, 'cart'), 'SHOP / INNER / CART')
})

test('a group is offered neither itself nor what it contains as a parent', () => {
  const ids = (own: string | null) => possibleParents(components, own).map(({ id }) => id)
  assert.deepEqual(ids(null), ['shop', 'inner', 'blog'])
  assert.deepEqual(ids('shop'), ['blog'])
  assert.deepEqual(ids('cart'), ['shop', 'inner', 'blog'])
})
