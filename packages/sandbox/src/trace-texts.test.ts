import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTraceScrubber } from '../harness/traces/scrub-entry.mjs'

const scrub = createTraceScrubber({ forms: ['abc', 'abcdef', 'a+c'], headers: ['cookie', 'set-cookie'] })
const masked = (name: string, value: unknown) =>
  JSON.parse(`${scrub(name, Buffer.from(JSON.stringify(value)))}`) as unknown

test('texts of a trace have no secrets, the longest first, and files are still found by their names', () => {
  assert.deepEqual(
    masked('1-trace.network', {
      url: 'http://x/?q=abcdef',
      abc: ['a+c', 7],
      _sha1: 'abc.html',
      nested: { pageref: 'page@abc', text: 'abc' },
      headers: [
        { name: 'Set-Cookie', value: 'session=1' },
        { name: 'accept', value: 'abc' },
      ],
    }),
    {
      url: 'http://x/?q=*********',
      '*********': ['*********', 7],
      _sha1: 'abc.html',
      nested: { pageref: 'page@abc', text: '*********' },
      headers: [
        { name: 'Set-Cookie', value: '*********' },
        { name: 'accept', value: '*********' },
      ],
    },
  )
  assert.equal(`${scrub('resources/x.html', Buffer.from('<p>abcdef</p>'))}`, '<p>*********</p>')
  assert.equal(
    `${scrub('0-trace.trace', Buffer.from('no JSON abc\n{"a":"abc"}\n'))}`,
    'no JSON *********\n{"a":"*********"}\n',
  )
})
