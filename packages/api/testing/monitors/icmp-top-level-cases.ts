import { dataCenterLocations } from '@sonde/schema/agents/location.ts'
import type { FieldCases } from './field-case.ts'

const flag = (field: string): FieldCases => ({
  field,
  type: 'boolean',
  nullable: false,
  accepted: [{ value: true }, { value: false }],
})

const milliseconds = (field: string): FieldCases => ({
  field,
  type: 'number',
  nullable: true,
  accepted: [{ value: 0 }, { value: 1.5 }, { value: 300_000 }],
  refused: [{ value: -1 }, { value: -0.001 }, { value: 300_000.5 }, { value: 300_001 }],
})

/** No resource of these kinds can be made yet, so no id of theirs is right. */
const reference = (field: string, isHidden: boolean): FieldCases => ({
  field,
  type: 'number',
  nullable: true,
  isHidden,
  refused: [{ value: 1 }, { value: 0 }],
})

const ignoredText = (field: string): FieldCases => ({
  field,
  type: 'string',
  nullable: true,
  isHidden: true,
  accepted: [{ value: 'console.log(1)' }],
})

const frequencies = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440]
const highestOffsets = [
  [1, 10],
  [2, 20],
  [5, 50],
  [10, 100],
  [15, 150],
  [30, 300],
  [60, 600],
  [120, 2],
  [180, 3],
  [360, 6],
  [720, 12],
  [1440, 24],
] as const

const runtimeIds = ['2026.04', '2025.04', '2024.09', '2024.02', '2023.09', '2023.02', '2022.10']

const emoji = '🛰'

/** Every field at the top of a body, by itself or beside the fields that its rules name. */
export const icmpTopLevelCases: readonly FieldCases[] = [
  {
    field: 'name',
    type: 'string',
    nullable: false,
    accepted: [
      { value: 'a' },
      { value: ' Zürich 🛰 <b>&"' },
      { value: 'n'.repeat(1000), label: '1000 characters' },
    ],
    refused: [
      { value: '' },
      { value: 'n'.repeat(1001), label: '1001 characters' },
      { value: 'a\0b', says: /NUL/ },
      { value: 'a\ud800', says: /surrogate/, label: 'half of a pair' },
    ],
  },
  ...['activated', 'muted', 'doubleCheck', 'shouldFail', 'useGlobalAlertSettings', 'runParallel'].map(flag),
  {
    field: 'locations',
    type: 'array',
    nullable: true,
    accepted: [
      { value: [] },
      { value: ['eu-west-1'] },
      { value: [...dataCenterLocations], label: 'all 22' },
      { value: ['us-west-2', 'af-south-1', 'eu-west-1'], label: 'in the order sent' },
    ],
    refused: [
      { value: ['mars-1'], keys: ['locations.0'] },
      { value: Array(101).fill('eu-west-1'), label: '101 items' },
      { value: ['eu-west-1', 'EU-WEST-2', 7, null], keys: ['locations.1', 'locations.2', 'locations.3'] },
    ],
  },
  {
    field: 'tags',
    type: 'array',
    nullable: false,
    accepted: [
      { value: [] },
      { value: ['b', 'a', 'Ü,;"'] },
      { value: ['same', 'same'] },
      { value: Array.from({ length: 200 }, (_, index) => `tag ${index}`), label: '200 items' },
      { value: ['é'.repeat(500)], label: '500 characters' },
    ],
    refused: [
      { value: [''], keys: ['tags.0'] },
      { value: Array(201).fill('a'), label: '201 items' },
      { value: ['t'.repeat(501)], keys: ['tags.0'], label: '501 characters' },
      { value: ['a', 7, null], keys: ['tags.1', 'tags.2'] },
      { value: ['a', 'b\0'], keys: ['tags.1'], says: /NUL/ },
    ],
  },
  reference('groupId', false),
  {
    field: 'groupOrder',
    type: 'number',
    nullable: true,
    accepted: [{ value: 0 }, { value: 7 }, { value: 1.5 }],
    refused: [{ value: -1 }],
  },
  {
    field: 'runtimeId',
    type: 'string',
    nullable: true,
    accepted: runtimeIds.map((value) => ({ value })),
    refused: [{ value: '2021.06' }, { value: '' }],
  },
  {
    field: 'description',
    type: 'string',
    nullable: true,
    accepted: [
      { value: '' },
      { value: 'd'.repeat(500), label: '500 characters' },
      { value: emoji.repeat(500), label: '500 characters beyond the basic plane' },
    ],
    refused: [
      { value: 'd'.repeat(501), label: '501 characters' },
      { value: emoji.repeat(501), label: '501 characters beyond the basic plane' },
    ],
  },
  {
    field: 'frequency',
    type: 'integer',
    nullable: false,
    accepted: [
      ...frequencies.map((value) => ({ value })),
      ...[10, 20, 30].map((frequencyOffset) => ({ value: 0, around: { frequencyOffset } })),
    ],
    refused: [{ value: 3 }, { value: -1 }, { value: 1441 }, { value: 0, keys: ['frequencyOffset'] }],
  },
  {
    field: 'frequencyOffset',
    type: 'integer',
    nullable: false,
    accepted: [
      { value: 1 },
      { value: 100 },
      ...highestOffsets.map(([frequency, value]) => ({ value, around: { frequency } })),
    ],
    refused: [
      { value: 0 },
      { value: -1 },
      { value: 101 },
      ...highestOffsets.map(([frequency, highest]) => ({ value: highest + 1, around: { frequency } })),
      ...[1, 9, 11, 15, 31, 60].map((value) => ({ value, around: { frequency: 0 } })),
    ],
  },
  milliseconds('degradedResponseTime'),
  milliseconds('maxResponseTime'),
  {
    field: 'degradedPacketLossThreshold',
    type: 'number',
    nullable: true,
    around: { maxPacketLossThreshold: null },
    accepted: [
      { value: 0.001 },
      { value: 100 },
      { value: 20, around: { maxPacketLossThreshold: 20 } },
      { value: 100, around: { maxPacketLossThreshold: 100 } },
    ],
    refused: [
      { value: 0 },
      { value: -1 },
      { value: 100.001 },
      { value: 30, around: { maxPacketLossThreshold: 29.9 }, keys: ['maxPacketLossThreshold'] },
    ],
  },
  {
    field: 'maxPacketLossThreshold',
    type: 'number',
    nullable: true,
    around: { degradedPacketLossThreshold: null },
    accepted: [{ value: 0.001 }, { value: 100 }, { value: 5, around: { degradedPacketLossThreshold: 5 } }],
    refused: [
      { value: 0 },
      { value: -1 },
      { value: 100.001 },
      { value: 4, around: { degradedPacketLossThreshold: 5 }, says: /degradedPacketLossThreshold/ },
    ],
  },
  {
    field: 'privateLocations',
    type: 'array',
    nullable: true,
    accepted: [{ value: [] }],
    refused: [
      { value: ['office'], keys: ['privateLocations.0'], says: /not a private location/ },
      { value: [''], keys: ['privateLocations.0'] },
      { value: ['office', 7], keys: ['privateLocations.1'] },
    ],
  },
  {
    field: 'checkType',
    type: 'string',
    nullable: false,
    accepted: [{ value: 'ICMP' }],
    refused: [{ value: 'URL' }, { value: 'icmp' }],
  },
  {
    field: 'aiAutoRepairEnabled',
    type: 'boolean',
    nullable: true,
    accepted: [{ value: true }, { value: false }],
  },
  {
    field: 'environmentVariables',
    type: 'array',
    nullable: true,
    isHidden: true,
    accepted: [{ value: [] }, { value: variables(100), label: '100 variables' }],
    refused: [{ value: variables(101), label: '101 variables' }],
  },
  reference('setupSnippetId', true),
  reference('tearDownSnippetId', true),
  ...['localSetupScript', 'localTearDownScript', 'scriptPath'].map(ignoredText),
  ...differences(),
]

/** Where create, the two readings of PUT, and PATCH part. */
function differences(): FieldCases[] {
  const heartbeat = {
    field: 'heartbeat',
    type: 'object',
    isHidden: true,
    accepted: [{ value: {} }, { value: { period: 1, nested: { any: ['thing'] } } }],
  } as const
  const script = {
    field: 'script',
    type: 'string',
    isHidden: true,
    accepted: [{ value: '' }, { value: 'console.log(1)' }],
  } as const
  const sslCheckDomain = {
    field: 'sslCheckDomain',
    type: 'string',
    isHidden: true,
    accepted: [{ value: '' }, { value: 'example.net' }],
  } as const
  return [heartbeat, script]
    .flatMap((entry): FieldCases[] => [
      { ...entry, nullable: false, on: ['strict put'] },
      { ...entry, nullable: true, on: ['create', 'merging put', 'patch'] },
    ])
    .concat([
      { ...sslCheckDomain, nullable: true, on: ['create'] },
      { ...sslCheckDomain, nullable: false, on: ['strict put', 'merging put', 'patch'] },
    ])
}

function variables(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({ key: `KEY_${index}`, value: '' }))
}
