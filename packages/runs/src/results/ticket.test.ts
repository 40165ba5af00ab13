import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { someRun } from '../../testing/some-run.ts'
import { createTickets } from './ticket.ts'

const key = randomBytes(32)
const tickets = createTickets(key)
const run = someRun({ tried: ['eu-west-2'], attempt: 2, firstStartedAt: 5 })
const ticket = tickets.issue(run)

test('a ticket gives back its run without the configuration, also to a later process with the same key', () => {
  const { config: _config, sealedSecrets: _secrets, check, ...rest } = run
  const { name: _name, ...facts } = check
  const expected = { ...rest, check: { ...facts, pool: null } }
  assert.deepEqual(tickets.read(ticket), { run: expected, hold: null })
  assert.deepEqual(createTickets(Buffer.from(key)).read(ticket)?.run, expected)
  assert.equal(Buffer.from(ticket.split('.')[0] ?? '', 'base64url').includes('edge1'), false)
})

test('a ticket names the locations of a check that runs at all of them at once, if they are not too many', () => {
  const parallel = (size: number) =>
    someRun({ check: { ...run.check, isParallel: true, pool: poolOf(size) } })
  assert.deepEqual(tickets.read(tickets.issue(parallel(3)))?.run.check?.pool, poolOf(3))
  const long = tickets.issue(parallel(200))
  assert.ok(long.length <= 5_000, String(long.length))
  assert.equal(tickets.read(long)?.run.check, null)
})

test('of a ticket that was issued before tickets told of checks, that is not known', () => {
  const { check: _check, config: _config, ...before } = run
  const body = Buffer.from(JSON.stringify(before)).toString('base64url')
  const signature = createHmac('sha256', key).update(body).digest('base64url')
  assert.deepEqual(tickets.read(`${body}.${signature}`)?.run, { ...before, check: null })
})

test('a ticket fits into its field of the protocol', () => {
  const longest = someRun({
    attempt: 11,
    location: 'x'.repeat(200),
    place: `private/${run.checkId}`,
    sessionId: run.checkId,
    tried: Array.from({ length: 10 }, () => 'x'.repeat(200)),
    retry: {
      type: 'EXPONENTIAL',
      baseBackoffSeconds: 599.123456789,
      sameRegion: false,
      maxRetries: 10,
      maxDurationSeconds: 599.123456789,
      onlyOnNetworkError: true,
    },
  })
  // The longest subject that a server of NATS answers to, with a private location and a type in it.
  const hold = {
    parcel: 'p'.repeat(220),
    size: 50,
    sinceAt: 1_775_044_800_000,
    publisher: run.checkId,
    deliveries: 3,
  }
  const facts = { ...run.check, pool: poolOf(30), isParallel: true }
  for (const each of [longest, { ...longest, check: facts }, { ...run, check: facts }]) {
    const whole = tickets.issue(each, hold)
    assert.ok(whole.length <= 5_000, String(whole.length))
    assert.deepEqual(tickets.read(whole)?.hold, hold)
    assert.ok(tickets.issue(each).length <= 5_000)
  }
})

function poolOf(size: number) {
  return Array.from({ length: size }, (_, index) => ({
    place: `private/${index}`,
    location: `office-${index}`,
  }))
}

test('a ticket of another key, cut, swapped or changed is none', () => {
  const other = tickets.issue(someRun({ location: 'eu-west-3' }))
  const [body = '', signature = ''] = ticket.split('.')
  const [otherBody = ''] = other.split('.')
  const changed = Buffer.from(JSON.stringify({ ...run, place: 'eu-west-9' })).toString('base64url')
  const forged = createHmac('sha256', randomBytes(32)).update(body).digest('base64url')
  const wrong = [
    '',
    '.',
    body,
    `${body}.`,
    `.${signature}`,
    `${otherBody}.${signature}`,
    `${changed}.${signature}`,
    `${body}.${forged}`,
    createTickets(randomBytes(32)).issue(run),
    'not a ticket',
    '\0.\0',
    ' '.repeat(5_000),
  ]
  for (const text of wrong) assert.equal(tickets.read(text), null, text)
  for (let length = 0; length < ticket.length; length += 1) {
    // The last character of base64 holds unused bits; a cut one leaves fewer bytes.
    assert.equal(tickets.read(ticket.slice(0, length)), null)
  }
  for (let position = 0; position < body.length; position += 1) {
    const flipped = ticket[position] === 'A' ? 'B' : 'A'
    assert.equal(tickets.read(ticket.slice(0, position) + flipped + ticket.slice(position + 1)), null)
  }
})
