import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hasXmllint, validateFeed } from '../testing/validate-feed.ts'
import type { FeedItem } from './feed-items.ts'
import { atomFeed, rssFeed, type FeedHead } from './feed-xml.ts'

const head: FeedHead = {
  pageId: '0198c0de-0000-7000-8000-000000000000',
  name: 'Acme & <sons> "quoted" \u0001',
  description: null,
  address: 'https://status.example.com/status/acme',
  selfAddress: 'https://status.example.com/status/acme/feed',
  createdAt: Date.UTC(2026, 3, 1),
}
const item: FeedItem = {
  guid: 'urn:uuid:0198c0de-0000-7000-8000-000000000001',
  title: 'Slow ]]> <b> \ud800 🔥 עברית\nnext line',
  text: 'First & foremost.\n<script>alert(1)</script> \u0000\u000b',
  facts: ['Services: A, *B*'],
  link: 'https://status.example.com/status/acme/incidents/1',
  publishedAt: Date.UTC(2026, 3, 1, 9, 5),
  updatedAt: Date.UTC(2026, 3, 1, 10),
}
const rich = (plain: boolean) => rssFeed(head, [item, { ...item, text: '' }], { plain })

suite('feeds', { skip: hasXmllint() ? false : 'xmllint is not installed' }, () => {
  test('are valid, with whatever people write and without items', () => {
    assert.equal(validateFeed(rich(false), 'rss.rng'), '')
    assert.equal(validateFeed(rich(true), 'rss.rng'), '')
    assert.equal(validateFeed(rssFeed(head, [], { plain: false }), 'rss.rng'), '')
    assert.equal(validateFeed(atomFeed(head, [item]), 'atom.rng'), '')
    assert.equal(validateFeed(atomFeed(head, []), 'atom.rng'), '')
  })

  for (const [schema, xml, element] of [
    ['rss.rng', rich(false), /<guid.*<\/guid>/],
    ['rss.rng', rich(false), /<pubDate>.*<\/pubDate>/],
    ['rss.rng', rich(false), /<description>.*<\/description>/],
    ['rss.rng', rich(false), / version="2.0"/],
    ['atom.rng', atomFeed(head, [item]), /<id>urn:uuid:[0-9a-f-]*1<\/id>/],
    ['atom.rng', atomFeed(head, [item]), /<updated>.*<\/updated>/],
    ['atom.rng', atomFeed(head, [item]), /<author>.*<\/author>/],
    ['atom.rng', atomFeed(head, [item]), /<title>.*<\/title>/],
  ] as const) {
    test(`one without ${element.source} is refused by ${schema}`, () => {
      const without = xml.replace(element, '')
      assert.notEqual(without, xml)
      assert.notEqual(validateFeed(without, schema), '')
    })
  }

  test('a date of another form, an unknown element and broken XML are refused', () => {
    const atom = atomFeed(head, [item])
    assert.notEqual(
      validateFeed(atom.replace('2026-04-01T10:00:00.000Z', '2026-04-01T10:00:00'), 'atom.rng'),
      '',
    )
    assert.notEqual(validateFeed(atom.replace('<entry>', '<entry><wrong/>'), 'atom.rng'), '')
    assert.notEqual(validateFeed(rich(false).replace('Wed, 01 Apr 2026', '2026-04-01'), 'rss.rng'), '')
    assert.notEqual(validateFeed(rich(false).replace('&amp;', '&'), 'rss.rng'), '')
  })
})

test('text is HTML where a reader expects HTML, and plain for Slack', () => {
  assert.match(rich(false), /<description>&lt;p&gt;First &amp;amp; foremost\.&lt;br&gt;&amp;lt;script/)
  assert.match(rich(true), /<description>First &amp; foremost\.\n&lt;script/)
  const bold = { ...item, text: 'By **noon**' }
  assert.match(
    atomFeed(head, [bold]),
    /By &lt;strong&gt;noon&lt;\/strong&gt;&lt;\/p&gt;&lt;p&gt;Services: A, \*B\*/,
  )
  assert.match(rssFeed(head, [bold], { plain: true }), /By \*\*noon\*\*\n\nServices: A, \*B\*</)
})
