import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHelp } from './help-entries.ts'

const contents = [
  {
    path: '/help/users',
    title: 'Users',
    sections: [{ heading: 'Second factor', anchor: 'second-factor' }],
  },
  {
    path: '/help/alerting',
    title: 'How alerting works',
    sections: ['Delivery', 'Reminders', 'Users of groups', 'Certificates', 'Users of tags', 'Users'].map(
      (heading) => ({
        heading,
        anchor: heading.toLowerCase().replaceAll(' ', '-'),
      }),
    ),
  },
]
const addresses = (text: string) => findHelp(contents, text).map(({ address }) => address)

test('pages come before sections, a few of both, and the search over the text is the last', () => {
  assert.deepEqual(addresses('users'), [
    '/help/users',
    '/help/alerting#users-of-groups',
    '/help/alerting#users-of-tags',
    '/help/alerting#users',
    '/help/users#second-factor',
    '/help?q=users',
  ])
})

test('a section is found by its heading and the title of its page', () => {
  assert.deepEqual(addresses('alerting deliv'), ['/help/alerting#delivery', '/help?q=alerting+deliv'])
})

test('what no title holds can still be searched for, and nothing typed finds nothing', () => {
  assert.deepEqual(addresses('a&b'), ['/help?q=a%26b'])
  assert.deepEqual(addresses('  '), [])
})
