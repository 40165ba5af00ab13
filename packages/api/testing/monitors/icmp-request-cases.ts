import { absent, type FieldCases } from './field-case.ts'

const hostname = 'edge1.example.net'

const request = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases => ({
  around: { request: { hostname } },
  ...cases,
  field: `request.${name}`,
})

const latency = { source: 'LATENCY', property: 'avg', comparison: 'LESS_THAN', target: '20' }
const json = { source: 'JSON_RESPONSE', property: '$.packetLoss', comparison: 'EQUALS', target: '0' }
const asserting = (assertion: object) => ({ request: { hostname, assertions: [assertion] } })

const assertion = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases =>
  request(`assertions.0.${name}`, { around: asserting(latency), ...cases })

const numberComparisons = ['EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN']
const otherComparisons = ['CONTAINS', 'NOT_CONTAINS', 'IS_EMPTY', 'NOT_EMPTY', 'IS_NULL', 'NOT_NULL'].concat([
  'HAS_KEY',
  'NOT_HAS_KEY',
  'HAS_VALUE',
  'NOT_HAS_VALUE',
])

const requestCases: readonly FieldCases[] = [
  {
    field: 'request',
    type: 'object',
    nullable: false,
    accepted: [
      { value: { hostname }, shown: { hostname, ipFamily: 'IPv4', pingCount: 10, assertions: [] } },
      {
        value: { hostname, assertions: [latency], unknown: 1 },
        shown: { hostname, ipFamily: 'IPv4', pingCount: 10, assertions: [{ ...latency, regex: '' }] },
      },
    ],
    refused: [
      { value: {}, keys: ['request.hostname'] },
      { value: { pingCount: 3 }, keys: ['request.hostname'] },
    ],
  },
  request('hostname', {
    type: 'string',
    nullable: false,
    accepted: [
      'a',
      'münchen.example',
      '192.0.2.7',
      '2001:db8::1',
      'fe80::1%eth0',
      '{{HOST}}',
      'h.{{ZONE}}.net',
    ]
      .map((value): { value: string; label?: string } => ({ value }))
      .concat([{ value: 'h'.repeat(2048), label: '2048 characters' }]),
    refused: [
      { value: '' },
      { value: 'h'.repeat(2049), label: '2049 characters' },
      { value: 'https://example.net', says: /scheme/ },
      { value: 'example.net/path', says: /path/ },
      { value: 'example.net?q', says: /path/ },
      { value: 'example.net:80', says: /port/ },
      { value: '192.0.2.7:80', says: /port/ },
      { value: 'user@example.net' },
      { value: '[2001:db8::1]', says: /brackets/ },
      { value: '2001:db8:::1' },
      { value: 'two words' },
      { value: 'line\n' },
      { value: 'nul\0', says: /NUL/ },
    ],
  }),
  request('ipFamily', {
    type: 'string',
    nullable: true,
    accepted: [{ value: 'IPv4' }, { value: 'IPv6' }],
    refused: [{ value: 'ipv4' }, { value: '' }, { value: 'IPv5' }],
  }),
  request('pingCount', {
    type: 'integer',
    nullable: true,
    accepted: [{ value: 1 }, { value: 50 }],
    refused: [{ value: 0 }, { value: 51 }, { value: -1 }],
  }),
  request('assertions', {
    type: 'array',
    nullable: false,
    accepted: [
      { value: [] },
      { value: [latency], shown: [{ ...latency, regex: '' }] },
      {
        value: Array.from({ length: 100 }, () => latency),
        shown: Array.from({ length: 100 }, () => ({ ...latency, regex: '' })),
        label: '100 items',
      },
      {
        value: [json, { source: 'JSON_RESPONSE', property: '', comparison: 'NOT_EMPTY' }],
        shown: [
          { ...json, regex: '' },
          { source: 'JSON_RESPONSE', property: '', comparison: 'NOT_EMPTY', target: '', regex: '' },
        ],
      },
    ],
    refused: [
      { value: [null], keys: ['request.assertions.0'] },
      { value: Array.from({ length: 101 }, () => latency), keys: ['request.assertions'], label: '101 items' },
      { value: ['x'], keys: ['request.assertions.0'] },
      { value: [latency, { ...latency, source: 'PING' }], keys: ['request.assertions.1.source'] },
    ],
  }),
]

const assertionCases: readonly FieldCases[] = [
  assertion('source', {
    type: 'string',
    nullable: false,
    accepted: [{ value: 'LATENCY' }],
    refused: [absent, 'latency', 'RESPONSE_TIME', '', 'constructor', 'toString', '__proto__'].map(
      (value) => ({ value }),
    ),
  }),
  assertion('property', {
    type: 'string',
    nullable: false,
    accepted: ['avg', 'min', 'max', 'stdDev', 'AVG', 'stddev'].map((value) => ({ value })),
    refused: [{ value: absent }, { value: '' }, { value: 'median' }, { value: '$.latency.avg' }],
  }),
  assertion('property', {
    nullable: false,
    around: asserting(json),
    accepted: ['', '$', '$.latency.avg', '$.pingResults[*].rtt', "$['a'][?@.b > 1]"].map((value) => ({
      value,
    })),
    refused: [
      { value: 'latency.avg', says: /\$/ },
      { value: '$.[' },
      { value: '$..' },
      { value: 'avg' },
      { value: `$.${'a'.repeat(1999)}`, label: '2001 characters' },
    ],
  }),
  assertion('comparison', {
    type: 'string',
    nullable: false,
    accepted: numberComparisons.map((value) => ({ value })),
    refused: [{ value: absent }, { value: 'LESS THAN' }, { value: '' }].concat(
      otherComparisons.map((value) => ({ value })),
    ),
  }),
  assertion('comparison', {
    nullable: false,
    around: asserting(json),
    accepted: [...numberComparisons, ...otherComparisons].map((value) => ({ value })),
    refused: [{ value: 'MATCHES' }],
  }),
  assertion('target', {
    type: 'string',
    nullable: false,
    accepted: ['0', '20', '-1.5', '1e3', '{{LIMIT}}'].map((value) => ({ value })),
    refused: [
      { value: absent },
      { value: '' },
      { value: ' ' },
      { value: 'fast' },
      { value: '20ms' },
      { value: 'NaN' },
    ],
  }),
  assertion('target', {
    nullable: false,
    around: asserting(json),
    accepted: [
      { value: '' },
      { value: 'any text' },
      { value: absent, shown: '' },
      { value: 't'.repeat(2000), label: '2000 characters' },
    ],
    refused: [{ value: 't'.repeat(2001), label: '2001 characters' }],
  }),
  assertion('regex', {
    type: 'string',
    nullable: true,
    accepted: [{ value: '' }, { value: '^(\\d+) ms$' }, { value: absent, shown: '' }],
    refused: [
      { value: '(', says: /regular expression/ },
      { value: 'a'.repeat(2001), label: '2001 characters' },
      { value: '((a{9}){9}){9}'.repeat(9), says: /too large/ },
      { value: '(?=a)', says: /not supported by the linear-time engine/ },
      { value: '(?<!a)b', says: /not supported by the linear-time engine/ },
      { value: '(a)\\1', says: /not supported by the linear-time engine/ },
    ],
  }),
]

/** Every field of the request, and of the assertions in it. */
export const icmpRequestCases: readonly FieldCases[] = [...requestCases, ...assertionCases]
