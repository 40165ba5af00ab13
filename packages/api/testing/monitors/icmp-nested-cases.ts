import { defaultAlertSettings } from '@sonde/schema/alerts/alert-settings.ts'
import { absent, type FieldCases } from './field-case.ts'
import { icmpRequestCases } from './icmp-request-cases.ts'

const setting = (name: string, values: readonly unknown[], wrong: readonly unknown[]): FieldCases => ({
  field: `alertSettings.${name}`,
  nullable: false,
  accepted: values.map((value) => ({ value })),
  refused: wrong.map((value) => ({ value })),
})

const alertSettingsCases: readonly FieldCases[] = [
  {
    field: 'alertSettings',
    type: 'object',
    nullable: false,
    accepted: [
      { value: {}, shown: defaultAlertSettings },
      { value: { unknown: 1 }, shown: defaultAlertSettings },
      {
        value: { escalationType: 'TIME_BASED', timeBasedEscalation: { minutesFailingThreshold: 15 } },
        shown: {
          ...defaultAlertSettings,
          escalationType: 'TIME_BASED',
          timeBasedEscalation: { minutesFailingThreshold: 15 },
        },
      },
    ],
  },
  setting('escalationType', ['RUN_BASED', 'TIME_BASED'], ['NONE', '', 7]),
  setting('reminders', [{ amount: 5, interval: 30 }], ['x', 7, []]),
  setting('reminders.amount', [0, 1, 2, 3, 4, 5, 100_000], [6, -1, 1.5, '1', true, 99_999]),
  setting('reminders.interval', [1, 2, 3, 4, 5, 10, 15, 30], [0, 6, 60, 2.5, '5', true]),
  setting('runBasedEscalation', [{ failedRunThreshold: 2 }], ['x', 7, []]),
  setting('runBasedEscalation.failedRunThreshold', [1, 2, 3, 4, 5], [0, 6, 1.5, '1', true]),
  setting('timeBasedEscalation', [{ minutesFailingThreshold: 30 }, {}], ['x', 7, []]),
  setting('timeBasedEscalation.minutesFailingThreshold', [5, 10, 15, 30], [0, 1, 20, 5.5, '5', true]),
  setting('parallelRunFailureThreshold', [{ enabled: true, percentage: 20 }], ['x', 7, []]),
  setting('parallelRunFailureThreshold.enabled', [true, false], ['true', 1]),
  setting(
    'parallelRunFailureThreshold.percentage',
    [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
    [0, 15, 110, '10', true],
  ),
  { ...setting('sslCertificates', [{ enabled: true, alertThreshold: 30 }, {}], ['x', []]), isHidden: true },
  { ...setting('sslCertificates.enabled', [true], ['true', 1]), isHidden: true },
  { ...setting('sslCertificates.alertThreshold', [30], ['30', 1.5]), isHidden: true },
]

const retrying = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases => ({
  around: { retryStrategy: { type: 'FIXED' } },
  ...cases,
  field: `retryStrategy.${name}`,
})

const singleRetry = { retryStrategy: { type: 'SINGLE_RETRY' } }

const retryStrategyCases: readonly FieldCases[] = [
  {
    field: 'retryStrategy',
    type: 'object',
    nullable: true,
    accepted: ['FIXED', 'LINEAR', 'EXPONENTIAL', 'SINGLE_RETRY'].map((type) => ({
      value: { type },
      shown: { type, baseBackoffSeconds: 60, sameRegion: true },
    })),
    refused: [{ value: {}, keys: ['retryStrategy.type'] }],
  },
  retrying('type', {
    type: 'string',
    nullable: false,
    accepted: [{ value: 'LINEAR' }],
    refused: [{ value: 'NO_RETRIES' }, { value: 'fixed' }, { value: '' }],
  }),
  retrying('baseBackoffSeconds', {
    type: 'number',
    nullable: false,
    accepted: [{ value: 0 }, { value: 0.5 }, { value: 600 }, { value: absent, shown: 60 }],
    refused: [{ value: -1 }, { value: 601 }],
  }),
  retrying('sameRegion', {
    type: 'boolean',
    nullable: false,
    accepted: [{ value: true }, { value: false }, { value: absent, shown: true }],
  }),
  retrying('maxRetries', {
    type: 'integer',
    nullable: false,
    accepted: [{ value: 1 }, { value: 10 }, { value: absent, shown: undefined }],
    refused: [{ value: 0 }, { value: 11 }, { value: 2, around: singleRetry, says: /SINGLE_RETRY/ }],
  }),
  retrying('maxDurationSeconds', {
    type: 'number',
    nullable: false,
    accepted: [{ value: 0 }, { value: 600 }, { value: absent, shown: undefined }],
    refused: [
      { value: -1 },
      { value: 601 },
      { value: 0, around: singleRetry, says: /SINGLE_RETRY/ },
      { value: 60, around: singleRetry, says: /SINGLE_RETRY/ },
    ],
  }),
  retrying('onlyOn', {
    nullable: false,
    accepted: [
      { value: ['NETWORK_ERROR'] },
      { value: 'NETWORK_ERROR', shown: ['NETWORK_ERROR'] },
      { value: absent, shown: undefined },
    ],
    refused: [
      { value: [] },
      { value: ['NETWORK_ERROR', 'NETWORK_ERROR'] },
      { value: ['HTTP_ERROR'], keys: ['retryStrategy.onlyOn.0'] },
      { value: 'HTTP_ERROR', keys: ['retryStrategy.onlyOn.0'] },
      { value: 7, keys: ['retryStrategy.onlyOn.0'] },
    ],
  }),
]

const incident = {
  serviceId: '5c9a1c1e-0f5b-4a52-9d0e-3f1d2c4b5a69',
  severity: 'MAJOR',
  name: 'Edge router',
  description: 'No ping',
  notifySubscribers: true,
}

const incidentField = (name: string, type: 'string' | 'boolean', wrong: readonly unknown[]): FieldCases => ({
  field: `triggerIncident.${name}`,
  type,
  nullable: false,
  around: { triggerIncident: incident },
  refused: [absent, ...wrong].map((value) => ({ value })),
})

const triggerIncidentCases: readonly FieldCases[] = [
  {
    field: 'triggerIncident',
    type: 'object',
    nullable: true,
    refused: [
      { value: incident, keys: ['triggerIncident.serviceId'], says: /not a status page service/ },
      { value: {}, keys: Object.keys(incident).map((name) => `triggerIncident.${name}`) },
    ],
  },
  incidentField('serviceId', 'string', ['not-a-uuid', '']),
  incidentField('severity', 'string', ['HUGE', 'major']),
  incidentField('name', 'string', []),
  incidentField('description', 'string', []),
  incidentField('notifySubscribers', 'boolean', []),
]

const subscription = { alertChannelSubscriptions: [{ alertChannelId: 1, activated: true }] }

const subscriptionCases: readonly FieldCases[] = [
  {
    field: 'alertChannelSubscriptions',
    type: 'array',
    nullable: false,
    accepted: [{ value: [] }],
    refused: [
      {
        value: [{ alertChannelId: 999_999, activated: true }],
        keys: ['alertChannelSubscriptions.0.alertChannelId'],
        says: /not an alert channel/,
      },
      { value: [null, 'x'], keys: ['alertChannelSubscriptions.0', 'alertChannelSubscriptions.1'] },
    ],
  },
  {
    field: 'alertChannelSubscriptions.0.alertChannelId',
    type: 'number',
    nullable: false,
    around: subscription,
    refused: [{ value: absent }],
  },
  {
    field: 'alertChannelSubscriptions.0.activated',
    type: 'boolean',
    nullable: false,
    around: subscription,
    refused: [{ value: absent }],
  },
]

const variable = (name: string, cases: Omit<FieldCases, 'field'>): FieldCases => ({
  isHidden: true,
  around: { environmentVariables: [{ key: 'TOKEN', value: 'v' }] },
  ...cases,
  field: `environmentVariables.0.${name}`,
})

const variableCases: readonly FieldCases[] = [
  variable('key', {
    type: 'string',
    nullable: false,
    accepted: [{ value: 'K' }],
    refused: [{ value: absent }, { value: '' }],
  }),
  variable('value', {
    type: 'string',
    nullable: false,
    accepted: [{ value: '' }, { value: 'v'.repeat(10_000), label: '10000 characters' }],
    refused: [{ value: absent }],
  }),
  variable('locked', { type: 'boolean', nullable: false, accepted: [{ value: true }, { value: absent }] }),
  variable('secret', { type: 'boolean', nullable: false, accepted: [{ value: true }, { value: absent }] }),
]

const goal = { intent: { goal: 'The edge answers' } }
const statements = (count: number, text: string) => Array.from({ length: count }, () => text)

const intentList = (name: string): FieldCases => ({
  field: `intent.${name}`,
  type: 'array',
  nullable: false,
  around: goal,
  accepted: [
    { value: [] },
    { value: ['one', 'two'] },
    { value: absent, shown: [] },
    { value: statements(20, 's'.repeat(1000)), label: '20 statements of 1000 characters' },
  ],
  refused: [
    { value: statements(21, 's'), label: '21 statements' },
    { value: [''], keys: [`intent.${name}.0`] },
    { value: ['s', 's'.repeat(1001)], label: '1001 characters', keys: [`intent.${name}.1`] },
    { value: [7], keys: [`intent.${name}.0`] },
  ],
})

const intentCases: readonly FieldCases[] = [
  {
    field: 'intent',
    type: 'object',
    nullable: true,
    accepted: [
      { value: goal.intent, shown: { ...goal.intent, requiredOutcomes: [], mustPreserve: [] } },
      { value: { goal: 'g', requiredOutcomes: ['r'], mustPreserve: ['m'] } },
    ],
    refused: [
      { value: {}, keys: ['intent.goal'] },
      { value: { goal: 'g', constraints: [] }, keys: ['intent.constraints'], says: /not a known field/ },
    ],
  },
  {
    field: 'intent.goal',
    type: 'string',
    nullable: false,
    accepted: [{ value: 'g' }, { value: 'g'.repeat(2000), label: '2000 characters' }],
    refused: [{ value: '' }, { value: 'g'.repeat(2001), label: '2001 characters' }],
  },
  intentList('requiredOutcomes'),
  intentList('mustPreserve'),
]

/** Every field inside another one. */
export const icmpNestedCases: readonly FieldCases[] = [
  ...icmpRequestCases,
  ...alertSettingsCases,
  ...retryStrategyCases,
  ...triggerIncidentCases,
  ...subscriptionCases,
  ...variableCases,
  ...intentCases,
]
