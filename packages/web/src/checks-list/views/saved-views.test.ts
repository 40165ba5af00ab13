import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parseViews, viewShown, withView } from './saved-views.ts'
import type { ListDefaults } from '../search-params.ts'

const defaults: ListDefaults = {
  sort: 'status',
  order: 'asc',
  size: 50,
  largestSize: 100,
  longestSearch: 200,
}

suite('saved views of the list', () => {
  const eu = { name: 'Europe', search: { tag: ['eu'], by: 'group' as const, folded: ['7'] } }
  const failing = { name: 'Failing', search: { status: ['FAILING' as const] } }

  test('a view is kept whole but for its page, by name, and replaces one of the same name', () => {
    const views = withView([failing], { ...eu, search: { ...eu.search, page: 3 } }, defaults)
    assert.deepEqual(views, [eu, failing])
    const again = withView(views, { name: ' Europe ', search: { tag: ['eu-west'] } }, defaults)
    assert.deepEqual(again, [{ name: 'Europe', search: { tag: ['eu-west'] } }, failing])
  })

  test('the address says which view it is, on any page', () => {
    assert.equal(viewShown([eu, failing], { page: 2, folded: ['7'], by: 'group', tag: ['eu'] }, defaults), eu)
    assert.equal(viewShown([eu, failing], { tag: ['eu'] }, defaults), null)
  })

  test('what the browser keeps is read as far as it is understood', () => {
    assert.deepEqual(parseViews(JSON.stringify([eu, failing]), defaults), [eu, failing])
    for (const text of [null, '', '{', '7', '{"name":"x"}']) assert.deepEqual(parseViews(text, defaults), [])
    const odd = [
      { name: ' ', search: {} },
      { name: 'x' },
      null,
      { name: 'All', search: { sort: 'bad', page: 9 } },
    ]
    assert.deepEqual(parseViews(JSON.stringify(odd), defaults), [{ name: 'All', search: {} }])
  })
})
