import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode } from 'dns-packet'
import { encodeQuery } from './query.ts'

function sentFor(...[name, type, id = 4711]: Parameters<typeof encodeQuery>) {
  const query = encodeQuery(name, type, id)
  assert.ok(query)
  return { ...decode(query.message), wire: query }
}

test('a query asks for one name, wants recursion and offers 1232 bytes', () => {
  const sent = sentFor('www.example.org', 'MX')
  assert.equal(sent.id, 4711)
  assert.equal(sent.flag_rd, true)
  assert.deepEqual(sent.questions, [{ name: 'www.example.org', type: 'MX', class: 'IN' }])
  const [offer] = sent.additionals ?? []
  assert.equal(offer?.type, 'OPT')
  assert.equal(offer?.type === 'OPT' ? offer.udpPayloadSize : 0, 1232)
})

test('a dot at the end changes nothing, and the root is a name', () => {
  assert.equal(sentFor('example.org.', 'A').questions?.[0]?.name, 'example.org')
  assert.equal(sentFor('.', 'NS').questions?.[0]?.name, '.')
})

test('HTTPS goes out as type 65', () => {
  const { wire } = sentFor('example.org', 'HTTPS')
  assert.equal(wire.question.readUInt16BE(wire.question.length - 4), 65)
})

test('letters beyond ASCII are written as DNS writes them', () => {
  assert.equal(sentFor('münchen.example', 'A').questions?.[0]?.name, 'xn--mnchen-3ya.example')
})

test('a name that DNS cannot carry makes no query', () => {
  for (const name of [
    'a..b',
    `${'a'.repeat(64)}.org`,
    `${'abcdefg.'.repeat(32)}org`,
    '\u0000',
    'ü'.repeat(63),
  ]) {
    assert.equal(encodeQuery(name, 'A'), null, name)
  }
})

test('ids are not guessed from the one before', () => {
  const ids = new Set(Array.from({ length: 50 }, () => encodeQuery('example.org', 'A')?.id))
  assert.ok(ids.size > 40)
})
