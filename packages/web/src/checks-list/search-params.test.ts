import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  changedSearch,
  foldedChange,
  groupsFilterOf,
  headKey,
  isNarrowed,
  overviewFilterOf,
  readChecksSearch,
  sectionFilterOf,
  sortedBy,
  toggleIn,
  type ListDefaults,
} from './search-params.ts'

const defaults: ListDefaults = {
  sort: 'status',
  order: 'asc',
  size: 50,
  largestSize: 100,
  longestSearch: 200,
}

suite('the address of a list of checks', () => {
  const full = {
    search: 'gateway',
    type: ['ICMP', 'URL'],
    status: ['FAILING', 'PAUSED'],
    tag: ['prod', 'a,b'],
    group: 7,
    muted: false,
    sort: 'p95',
    order: 'desc',
    page: 3,
    size: 100,
    by: 'tag',
    open: ['#eu', 'none'],
    folded: ['#web'],
  }

  test('is read whole', () => {
    assert.deepEqual(readChecksSearch(full, defaults), full)
  })

  test('what is folded means nothing to a list without heads', () => {
    assert.deepEqual(readChecksSearch({ open: ['7'], folded: ['8'], by: 'colour' }, defaults), {})
    assert.deepEqual(readChecksSearch({ by: 'group', open: 7 }, defaults), { by: 'group', open: ['7'] })
  })

  test('a head that is folded or unfolded is named only where that is not so by default', () => {
    const fold = (search: object, isOpen: boolean, isOpenByDefault: boolean) =>
      changedSearch({ by: 'tag' }, foldedChange(search, '#a', { isOpen, isOpenByDefault }), defaults)
    assert.deepEqual(fold({ folded: ['#b'] }, true, true), { by: 'tag', folded: ['#b', '#a'] })
    assert.deepEqual(fold({ folded: ['#b', '#a'] }, false, true), { by: 'tag', folded: ['#b'] })
    assert.deepEqual(fold({}, false, false), { by: 'tag', open: ['#a'] })
    assert.deepEqual(fold({ open: ['#a'] }, true, false), { by: 'tag' })
  })

  test('the rows below a head are asked for by what it stands for, with the filters of the list', () => {
    const none = { group: null, tag: null, checkType: null, location: null }
    const shop = { ...none, group: { id: 7, name: 'Shop' } }
    const eu = { ...none, tag: 'eu' }
    const pings = { ...none, checkType: 'ICMP' as const }
    const asked = (head: typeof none | typeof shop | typeof eu, by: 'group' | 'tag') => {
      const { groupId, grouped, tag, tagged, page, sort } = sectionFilterOf(
        { tag: ['web'], page: 2, sort: 'p95' },
        head,
        by,
      )
      return { groupId, grouped, tag, tagged, page, sort }
    }
    const rest = { groupId: undefined, grouped: undefined, tagged: undefined, page: undefined, sort: 'p95' }
    assert.deepEqual(asked(shop, 'group'), { ...rest, tag: ['web'], groupId: 7 })
    assert.deepEqual(asked(none, 'group'), { ...rest, tag: ['web'], grouped: false })
    assert.deepEqual(asked(eu, 'tag'), { ...rest, tag: ['web', 'eu'] })
    assert.deepEqual(asked(none, 'tag'), { ...rest, tag: ['web'], tagged: false })
    assert.deepEqual(sectionFilterOf({ type: ['ICMP', 'TCP'] }, pings, 'type').checkType, ['ICMP'])
    assert.deepEqual([shop, eu, none, pings].map(headKey), ['7', '#eu', 'none', 'ICMP'])
    const office = { ...none, location: { codes: ['office'], servedBy: 'AGENT' as const } }
    const here = { ...none, location: { codes: ['eu-west-1', 'us-east-1'], servedBy: 'STAND_IN' as const } }
    const asPlaces = (head: typeof none | typeof here, location?: string[]) => {
      const filter = sectionFilterOf(location === undefined ? {} : { location }, head, 'location')
      return { location: filter.location, located: filter.located }
    }
    assert.deepEqual(asPlaces(here), { location: ['eu-west-1', 'us-east-1'], located: undefined })
    assert.deepEqual(asPlaces(here, ['us-east-1', 'office']), { location: ['us-east-1'], located: undefined })
    assert.deepEqual(asPlaces(none), { location: undefined, located: false })
    assert.deepEqual([office, here].map(headKey), ['@office', '@'])
    assert.equal(groupsFilterOf({ sort: 'p95' }, 'tag').sort, undefined)
  })

  test('leaves out what is so by default', () => {
    assert.deepEqual(readChecksSearch({ sort: 'status', order: 'asc', page: 1, size: 50 }, defaults), {})
  })

  const wrong = [
    ['a status that does not exist', { status: ['BROKEN'] }],
    ['a type that does not exist', { type: 'PIGEON' }],
    ['a sort that does not exist', { sort: 'mood' }],
    ['a page before the first', { page: 0 }],
    ['a page that is no number', { page: 'two' }],
    ['more rows than the server gives', { size: 5000 }],
    ['half a group', { group: 1.5 }],
    ['a text for a yes or no', { muted: 'perhaps' }],
    ['an empty search', { search: '' }],
    ['what it does not know', { colour: 'red' }],
  ] as const
  for (const [name, raw] of wrong) {
    test(`passes over ${name}`, () => {
      assert.deepEqual(readChecksSearch(raw, defaults), {})
    })
  }

  test('takes one value where there may be several', () => {
    assert.deepEqual(readChecksSearch({ status: 'FAILING', tag: 'prod' }, defaults), {
      status: ['FAILING'],
      tag: ['prod'],
    })
  })

  test('takes a search that looks like a number as text', () => {
    assert.deepEqual(readChecksSearch({ search: 10 }, defaults), { search: '10' })
  })

  test('names a tag once', () => {
    assert.deepEqual(readChecksSearch({ tag: ['a', 'a', 7] }, defaults), { tag: ['a', '7'] })
  })

  test('cuts a search to the length that the server takes', () => {
    assert.equal(readChecksSearch({ search: 'x'.repeat(300) }, defaults).search?.length, 200)
  })
})

test('a request says what the address says', () => {
  const query = overviewFilterOf({
    search: 'x',
    type: ['TCP'],
    status: ['FAILING'],
    group: 3,
    muted: true,
    page: 2,
    size: 25,
  })
  assert.deepEqual(JSON.parse(JSON.stringify(query)), {
    search: 'x',
    checkType: ['TCP'],
    status: ['FAILING'],
    groupId: 3,
    muted: true,
    page: 2,
    limit: 25,
  })
})

test('order and page do not narrow a list', () => {
  assert.equal(isNarrowed({ sort: 'name', page: 2 }), false)
  assert.equal(isNarrowed({ muted: false }), true)
})

test('a change of filter begins at the first page', () => {
  assert.deepEqual(changedSearch({ search: 'x', page: 4 }, { muted: true }, defaults), {
    search: 'x',
    muted: true,
  })
})

test('a change back to what is so by default leaves it out', () => {
  assert.deepEqual(
    changedSearch(
      { sort: 'p95', order: 'desc', tag: ['a'] },
      { sort: 'status', order: 'asc', tag: undefined },
      defaults,
    ),
    {},
  )
})

suite('a click on the head of a column', () => {
  test('turns the order of the sorted column round', () => {
    assert.deepEqual(sortedBy({}, 'status', defaults), { sort: 'status', order: 'desc' })
    assert.deepEqual(sortedBy({ sort: 'p95', order: 'desc' }, 'p95', defaults), { sort: 'p95', order: 'asc' })
  })
  test('sorts by another one the way that is looked for first', () => {
    assert.deepEqual(sortedBy({}, 'p95', defaults), { sort: 'p95', order: 'desc' })
    assert.deepEqual(sortedBy({ order: 'desc' }, 'name', defaults), { sort: 'name', order: 'asc' })
  })
})

test('a filter is put on and taken off', () => {
  assert.deepEqual(toggleIn(undefined, 'a'), ['a'])
  assert.deepEqual(toggleIn(['a'], 'b'), ['a', 'b'])
  assert.equal(toggleIn(['a'], 'a'), undefined)
})
