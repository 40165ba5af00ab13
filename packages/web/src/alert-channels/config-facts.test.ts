import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configFacts } from './config-facts.ts'

test('settings of a channel are told in the words of its form, without what is not set', () => {
  const config = {
    url: 'https://hooks.example.net/x',
    headers: [
      { key: 'X-Team', value: 'shop', locked: false },
      { key: 'Authorization', value: '', locked: true },
    ],
    queryParameters: [],
    template: null,
    acknowledges: true,
  }
  assert.deepEqual(configFacts(config, { fields: { url: { label: 'Address' } } }), [
    { label: 'Address', text: 'https://hooks.example.net/x' },
    { label: 'Headers', text: 'X-Team: shop\nAuthorization: ' },
    { label: 'Acknowledges', text: 'Yes' },
  ])
})
