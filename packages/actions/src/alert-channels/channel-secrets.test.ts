import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { maskConfig, restoreSecrets } from './channel-secrets.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !value.includes('***'))
const plain = { noNullPrototype: true }
const pair = fc.record({ key: fc.constantFrom('a', 'b'), value: text, locked: fc.boolean() }, plain)
const url = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .tuple(fc.constantFrom('https://h.example.net/', 'https://u:p@h/', '{{BASE}}/'), text)
    .map((parts) => parts.join('')),
)
const webhook = fc.record(
  {
    url: url.filter((value) => !value.includes('***')),
    webhookSecret: text,
    headers: fc.array(pair, { maxLength: 4 }),
    queryParameters: fc.array(pair, { maxLength: 4 }),
  },
  plain,
)

test('whatever a configuration holds, sending it back as shown changes nothing', () => {
  fc.assert(
    fc.property(webhook, (config) => {
      const stored = { type: 'WEBHOOK' as const, config }
      const restored = restoreSecrets('WEBHOOK', maskConfig('WEBHOOK', config), stored)
      assert.deepEqual(restored, { config, mistakes: [] })
    }),
  )
})

test('of a secret nothing but its last four characters is shown', () => {
  const secret = fc.stringMatching(/^[a-z0-9]{12,40}$/)
  fc.assert(
    fc.property(secret, secret, secret, secret, (path, header, parameter, key) => {
      const shown = JSON.stringify(
        maskConfig('WEBHOOK', {
          url: `https://h.example.net/${path}`,
          webhookSecret: key,
          headers: [{ key: 'h', value: header, locked: false }],
          queryParameters: [{ key: 'q', value: parameter, locked: true }],
        }),
      )
      for (const each of [path, header, parameter, key]) {
        assert.ok(!shown.includes(each.slice(0, -4)))
        assert.ok(shown.includes(`***${each.slice(-4)}`))
      }
    }),
  )
})

test('nothing of one channel is put into another type or another host', () => {
  fc.assert(
    fc.property(webhook, (config) => {
      const shown = maskConfig('WEBHOOK', config)
      const moved = { ...shown, url: 'https://evil.example.com/' }
      const kept = restoreSecrets('WEBHOOK', moved, { type: 'WEBHOOK', config })
      const hidden = JSON.stringify(moved).includes('***')
      assert.equal(kept.mistakes.length > 0, hidden)
      if (!hidden) assert.deepEqual(kept.config, { ...config, url: 'https://evil.example.com/' })
      const retyped = restoreSecrets('SLACK', { url: shown['url'] }, { type: 'WEBHOOK', config })
      assert.deepEqual(retyped.config, { url: shown['url'] })
    }),
  )
})
