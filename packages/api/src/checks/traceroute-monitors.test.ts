import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { absent, updates, type FieldCases } from '../../testing/monitors/field-case.ts'
import { testMonitor } from '../../testing/monitors/monitor-cases.ts'
import { showMonitor } from '../../testing/monitors/write-icmp.ts'
import {
  richTraceroute,
  smallestTraceroute,
  writeTraceroute,
} from '../../testing/monitors/write-traceroute.ts'

const { url } = smallestTraceroute.request
const hopCount = { source: 'HOP_COUNT', comparison: 'EQUALS', target: '5' }

const values = (...all: readonly unknown[]) => all.map((value) => ({ value }))
const inRequest = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases => ({
  around: { request: { url } },
  ...cases,
  field: `request.${name}`,
})
const inAssertion = (
  name: string,
  fields: object,
  cases: Omit<FieldCases, 'field' | 'around'>,
): FieldCases => ({
  around: { request: { url, assertions: [{ ...hopCount, ...fields }] } },
  ...cases,
  field: `request.assertions.0.${name}`,
})
const limit: Omit<FieldCases, 'field'> = {
  type: 'number',
  nullable: true,
  accepted: values(0, 0.5, 30_000),
  refused: values(-1, 30_001),
}
const latency = { source: 'RESPONSE_TIME', property: 'avg' }

const table: readonly FieldCases[] = [
  { field: 'degradedResponseTime', ...limit },
  { field: 'maxResponseTime', ...limit },
  {
    field: 'checkType',
    type: 'string',
    nullable: false,
    accepted: values('TRACEROUTE'),
    refused: values('ICMP'),
  },
  {
    field: 'request',
    type: 'object',
    nullable: false,
    refused: [{ value: {}, keys: ['request.url'] }],
  },
  inRequest('url', {
    type: 'string',
    nullable: false,
    accepted: values('a.example', '127.0.0.1', '2001:db8::1', '{{HOST}}', 'h'.repeat(2_048)),
    refused: values('', 'https://a.example', 'a.example:443', 'a b', 'h'.repeat(2_049)),
  }),
  inRequest('protocol', {
    type: 'string',
    nullable: true,
    accepted: values('TCP', 'UDP', 'ICMP', 'SCTP'),
    refused: values('GRE', 'tcp'),
  }),
  inRequest('port', {
    around: { request: { url, protocol: 'TCP' } },
    type: 'integer',
    nullable: true,
    accepted: values(1, 65_535),
    refused: values(0, 65_536),
  }),
  inRequest('ipFamily', {
    type: 'string',
    nullable: true,
    accepted: values('IPv4', 'IPv6'),
    refused: values('v4'),
  }),
  inRequest('maxHops', { type: 'integer', nullable: true, accepted: values(1, 64), refused: values(0, 65) }),
  inRequest('maxUnknownHops', {
    around: { request: { url, maxHops: 64 } },
    type: 'integer',
    nullable: true,
    accepted: values(1, 30),
    refused: values(0, 31),
  }),
  inRequest('maxUnknownHops', {
    around: { request: { url, maxHops: 5 } },
    nullable: true,
    accepted: values(5),
    refused: [{ value: 6, says: /must not be greater than maxHops \(5\)/ }],
  }),
  inRequest('ptrLookup', { type: 'boolean', nullable: true, accepted: values(true, false) }),
  inRequest('timeout', { type: 'integer', nullable: true, accepted: values(1, 30), refused: values(0, 31) }),
  inRequest('assertions', { type: 'array', nullable: false, accepted: values([]) }),
  inAssertion('source', {}, { type: 'string', nullable: false, refused: values(absent, 'LATENCY') }),
  inAssertion(
    'property',
    {},
    { type: 'string', nullable: false, accepted: values(''), refused: values('avg') },
  ),
  inAssertion('property', { source: 'PACKET_LOSS' }, { nullable: false, refused: values('avg') }),
  inAssertion('property', latency, {
    nullable: false,
    accepted: values('avg', 'min', 'max', 'stdDev', 'STDDEV'),
    refused: values('', 'p95'),
  }),
  inAssertion(
    'comparison',
    {},
    {
      type: 'string',
      nullable: false,
      accepted: values('EQUALS', 'GREATER_THAN', 'LESS_THAN'),
      refused: values(absent, 'NOT_EQUALS', 'CONTAINS'),
    },
  ),
  inAssertion(
    'comparison',
    { source: 'PACKET_LOSS' },
    {
      nullable: false,
      accepted: values('EQUALS', 'GREATER_THAN', 'LESS_THAN'),
      refused: values('NOT_EQUALS'),
    },
  ),
  inAssertion('comparison', latency, {
    nullable: false,
    accepted: values('EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN'),
    refused: values('IS_EMPTY'),
  }),
  inAssertion(
    'target',
    {},
    {
      nullable: false,
      accepted: values('0', '64', '{{HOPS}}'),
      refused: values(absent, '', '1.5', '-1', 'many'),
    },
  ),
  inAssertion(
    'target',
    { source: 'PACKET_LOSS' },
    {
      nullable: false,
      accepted: values('0', '33.3', '100'),
      refused: values('-1', '100.1', 'none'),
    },
  ),
  inAssertion('target', latency, { nullable: false, accepted: values('0.5'), refused: values('fast') }),
]

forOneEngine('traceroute monitors', (engine) => {
  const api = apiUnderTest(engine)
  testMonitor(api, { segment: 'traceroute', smallest: smallestTraceroute, rich: richTraceroute, table })

  test('create: every omitted field gets its default', async () => {
    const answer = await writeTraceroute(api, 'create', '', {})
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.at('request'), {
      url,
      protocol: 'TCP',
      port: 443,
      ipFamily: 'IPv4',
      maxHops: 30,
      maxUnknownHops: 15,
      ptrLookup: true,
      timeout: 10,
      assertions: [],
    })
    const shown = ['checkType', 'degradedResponseTime', 'maxResponseTime', 'frequency', 'shouldFail']
    assert.deepEqual(
      shown.map((field) => answer.at(field)),
      ['TRACEROUTE', 10_000, 20_000, 10, false],
    )
    assert.deepEqual((await showMonitor(api, answer.textAt('id'))).body, answer.body)
  })

  test('create: the port follows the protocol, the silent hops the length of the path', async () => {
    for (const [request, port, maxUnknownHops] of [
      [{ protocol: 'UDP' }, 33_434, 15],
      [{ protocol: 'SCTP', maxHops: 7 }, 33_434, 7],
      [{ protocol: 'ICMP', port: 443, maxHops: 1 }, undefined, 1],
      [{ protocol: 'TCP', port: 8443, maxUnknownHops: 3 }, 8443, 3],
    ] as const) {
      const answer = await writeTraceroute(api, 'create', '', { request: { url, ...request } })
      assert.equal(answer.status, 201, answer.text)
      assert.deepEqual(
        [answer.at('request.port'), answer.at('request.maxUnknownHops')],
        [port, maxUnknownHops],
      )
    }
  })

  for (const operation of updates) {
    test(`${operation}: another protocol brings its port along, a shorter path fewer silent hops`, async () => {
      const id = (await writeTraceroute(api, 'create', '', {})).textAt('id')
      const request = async (fields: object) => {
        const answer = await writeTraceroute(api, operation, id, { request: { url, ...fields } })
        assert.equal(answer.status, 200, answer.text)
        return ['protocol', 'port', 'maxHops', 'maxUnknownHops'].map((field) => answer.at(`request.${field}`))
      }
      assert.deepEqual(await request({ protocol: 'UDP' }), ['UDP', 33_434, 30, 15])
      // What a known client leaves out is the default: it names the protocol again.
      const again = operation === 'merging put' ? { protocol: 'UDP' } : {}
      assert.deepEqual(await request({ ...again, port: 53 }), ['UDP', 53, 30, 15])
      assert.deepEqual(await request({ protocol: 'ICMP' }), ['ICMP', undefined, 30, 15])
      assert.deepEqual(await request({ protocol: 'TCP', maxHops: 4 }), ['TCP', 443, 4, 4])
      const silentHops = operation === 'merging put' ? 15 : 4
      assert.deepEqual(await request({ maxHops: 40 }), ['TCP', 443, 40, silentHops])
    })
  }

  test('an update merges the request; by the letter, what is left out beside it gets its default', async () => {
    for (const operation of ['strict put', 'patch'] as const) {
      const id = (await api.call('POST', '/v1/checks/traceroute', { body: richTraceroute })).textAt('id')
      const body = { request: { url: 'other.example.net', timeout: 5 }, frequency: 60 }
      const answer = await writeTraceroute(api, operation, id, body)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.at('request'), { ...richTraceroute.request, ...body.request })
      assert.equal(answer.at('degradedResponseTime'), operation === 'strict put' ? 10_000 : 0)
    }
  })

  test('private locations are allowed', async () => {
    const location = await api.call('POST', '/v1/private-locations', {
      body: { name: 'Office', slugName: 'traceroute-office' },
    })
    const privateLocations = [location.textAt('slugName')]
    const answer = await writeTraceroute(api, 'create', '', { privateLocations })
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.at('privateLocations'), privateLocations)
  })

  test('runs every 30 seconds at the most', async () => {
    for (const frequencyOffset of [10, 20, 31]) {
      const answer = await writeTraceroute(api, 'create', '', { frequency: 0, frequencyOffset })
      expectInvalid(answer, 'payload', ['frequencyOffset'])
    }
    const every30 = await writeTraceroute(api, 'create', '', { frequency: 0, frequencyOffset: 30 })
    assert.equal(every30.status, 201, every30.text)
  })
})
