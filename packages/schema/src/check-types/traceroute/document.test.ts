import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillTracerouteDefaults } from './defaults.ts'
import { tracerouteSchemas } from './document.ts'
import { createValidator } from '../../validation/validator.ts'

const validate = createValidator().compile(tracerouteSchemas.create, { complete: true })

const request = (fields: object) => validate({ name: 'n', request: { url: 'db.example.net', ...fields } })

const asserted = (fields: object) =>
  request({ assertions: [{ source: 'HOP_COUNT', comparison: 'EQUALS', target: '5', ...fields }] })

test('what the specification allows is accepted, placeholders included', () => {
  for (const fields of [
    {},
    { url: '{{HOST}}' },
    { url: '2001:db8::1', ipFamily: 'IPv6' },
    { protocol: 'ICMP', port: 443 },
    { protocol: 'SCTP', port: 1, maxHops: 64, maxUnknownHops: 30, ptrLookup: false, timeout: 30 },
    { maxHops: 1, maxUnknownHops: 1, timeout: 1 },
    { protocol: null, port: null, ipFamily: null, maxHops: null, maxUnknownHops: null, ptrLookup: null },
    { unknown: 1 },
  ]) {
    assert.deepEqual(request(fields), [], JSON.stringify(fields))
  }
  for (const fields of [
    { comparison: 'GREATER_THAN', target: '0' },
    { source: 'PACKET_LOSS', comparison: 'LESS_THAN', target: '33.3' },
    { source: 'RESPONSE_TIME', property: 'stddev', comparison: 'NOT_EQUALS', target: '1.5' },
    { target: '{{HOPS}}' },
  ]) {
    assert.deepEqual(asserted(fields), [], JSON.stringify(fields))
  }
})

test('what it does not allow is refused, by name', () => {
  for (const [fields, path] of [
    [{ url: '' }, 'request.url'],
    [{ url: 'https://db.example.net' }, 'request.url'],
    [{ url: 'db.example.net:443' }, 'request.url'],
    [{ protocol: 'GRE' }, 'request.protocol'],
    [{ port: 0 }, 'request.port'],
    [{ port: 65_536 }, 'request.port'],
    [{ maxHops: 65 }, 'request.maxHops'],
    [{ maxHops: 0 }, 'request.maxHops'],
    [{ maxUnknownHops: 31 }, 'request.maxUnknownHops'],
    [{ maxHops: 5, maxUnknownHops: 6 }, 'request.maxUnknownHops'],
    [{ timeout: 31 }, 'request.timeout'],
    [{ timeout: 1.5 }, 'request.timeout'],
    [{ ptrLookup: 'yes' }, 'request.ptrLookup'],
  ] as const) {
    assert.deepEqual(request(fields)[0]?.path, path, JSON.stringify(fields))
  }
})

test('R7: assertions that say nothing are refused, with their index', () => {
  for (const [fields, field] of [
    [{ comparison: 'NOT_EQUALS' }, 'comparison'],
    [{ target: '1.5' }, 'target'],
    [{ target: '-1' }, 'target'],
    [{ property: 'avg' }, 'property'],
    [{ source: 'PACKET_LOSS', comparison: 'NOT_EQUALS' }, 'comparison'],
    [{ source: 'PACKET_LOSS', target: '101' }, 'target'],
    [{ source: 'PACKET_LOSS', property: 'x' }, 'property'],
    [{ source: 'RESPONSE_TIME' }, 'property'],
    [{ source: 'RESPONSE_TIME', property: 'p95' }, 'property'],
    [{ source: 'RESPONSE_TIME', property: 'avg', comparison: 'CONTAINS' }, 'comparison'],
    [{ source: 'RESPONSE_TIME', property: 'avg', target: 'fast' }, 'target'],
    [{ source: 'JSON_RESPONSE' }, 'source'],
  ] as const) {
    assert.equal(asserted(fields)[0]?.path, `request.assertions.0.${field}`, JSON.stringify(fields))
  }
})

test('limits from 0 to 30 seconds or none; every 30 seconds, and no other number of them', () => {
  const check = (fields: object) => validate({ name: 'n', request: { url: 'a.test' }, ...fields })
  assert.deepEqual(check({ degradedResponseTime: 0, maxResponseTime: 30_000 }), [])
  assert.deepEqual(check({ degradedResponseTime: null, maxResponseTime: null }), [])
  assert.equal(check({ maxResponseTime: 30_001 })[0]?.path, 'maxResponseTime')
  assert.equal(check({ degradedResponseTime: -1 })[0]?.path, 'degradedResponseTime')
  assert.deepEqual(check({ frequency: 0, frequencyOffset: 30 }), [])
  for (const frequencyOffset of [10, 20]) {
    assert.equal(check({ frequency: 0, frequencyOffset })[0]?.path, 'frequencyOffset')
  }
})

test('port and maxUnknownHops follow from the other fields', () => {
  const fillDefaults = (fields: object, before: Parameters<typeof fillTracerouteDefaults>[1] = null) => {
    const check: Record<string, unknown> = { request: fields }
    fillTracerouteDefaults(check, before)
    return check['request']
  }
  assert.deepEqual(fillDefaults({ protocol: 'TCP', maxHops: 30 }), {
    protocol: 'TCP',
    maxHops: 30,
    port: 443,
    maxUnknownHops: 15,
  })
  assert.deepEqual(fillDefaults({ protocol: 'UDP', maxHops: 4 }), {
    protocol: 'UDP',
    maxHops: 4,
    port: 33_434,
    maxUnknownHops: 4,
  })
  assert.deepEqual(fillDefaults({ protocol: 'ICMP', port: 80, maxHops: 30, maxUnknownHops: 3 }), {
    protocol: 'ICMP',
    maxHops: 30,
    maxUnknownHops: 3,
  })
  // Null is a word of the owner's: it stays, and means the default when the check runs.
  assert.deepEqual(fillDefaults({ protocol: null, port: null, maxHops: null, maxUnknownHops: null }), {
    protocol: null,
    port: null,
    maxHops: null,
    maxUnknownHops: null,
  })
})

test('an update of the protocol brings its port along, one of the length the silent hops that fit', () => {
  const stored = { request: { protocol: 'TCP', port: 8443, maxHops: 30, maxUnknownHops: 15 } }
  const update = (sent: Record<string, unknown>) => {
    const check: Record<string, unknown> = { request: { ...stored.request, ...sent } }
    fillTracerouteDefaults(check, { stored, sent: { request: sent } })
    return check['request']
  }
  assert.deepEqual(update({ protocol: 'UDP' }), { ...stored.request, protocol: 'UDP', port: 33_434 })
  assert.deepEqual(update({ protocol: 'UDP', port: 53 }), { ...stored.request, protocol: 'UDP', port: 53 })
  assert.deepEqual(update({ maxHops: 10 }), { ...stored.request, maxHops: 10, maxUnknownHops: 10 })
  assert.deepEqual(update({ maxHops: 20 }), { ...stored.request, maxHops: 20 })
  // Sent together they must fit, which the rule of the schema sees to.
  assert.deepEqual(update({ maxHops: 3, maxUnknownHops: 9 }), {
    ...stored.request,
    maxHops: 3,
    maxUnknownHops: 9,
  })
})
