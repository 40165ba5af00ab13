import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { badgePath, badgeSnippets, targetOf } from './badge-snippets.ts'

suite('a badge', () => {
  test('has the address of its check or group, with what was chosen', () => {
    assert.equal(targetOf({}), null)
    assert.equal(badgePath({ kind: 'groups', id: '7' }, {}), '/v1/badges/groups/7')
    assert.equal(
      badgePath({ kind: 'checks', id: 'c' }, { style: 'plastic', responseTime: true }),
      '/v1/badges/checks/c?style=plastic&responseTime=true',
    )
  })

  test('can be pasted whatever its check is called', () => {
    const texts = badgeSnippets('https://sonde.example.com/b?a=1&b=2', 'Shop [<"A&B">]').map(
      ({ text }) => text,
    )
    assert.deepEqual(texts, [
      '![Shop \\[<"A&B">\\]](https://sonde.example.com/b?a=1&b=2)',
      '<img src="https://sonde.example.com/b?a=1&amp;b=2" alt="Shop [&lt;&quot;A&amp;B&quot;>]">',
      'https://sonde.example.com/b?a=1&b=2',
    ])
  })
})
