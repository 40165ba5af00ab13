import { isRecord } from '@sonde/ground/is-record.ts'
import type { FieldLayout, FormLayout, FormSection } from '../schema-form/form-layout.ts'
import { withValueAt, type FormValue } from '../schema-form/value-at.ts'
import { assertionFields } from './assertion-fields.tsx'
import { ChannelsField } from './channels-field.tsx'
import { IntervalField } from './interval-field.tsx'
import { LocationsField, PrivateLocationsField } from './locations-field.tsx'
import { GroupField, ServiceField, SnippetField } from './remote-fields.tsx'
import { StoredVariablesField } from './stored-variables-field.tsx'
import { TagsField } from './tags-field.tsx'

/** Words and controls of the fields that checks and groups have in common. */
export const sharedFields: Readonly<Record<string, FieldLayout>> = {
  activated: { label: 'Active', help: 'It runs. Switched off, it is paused.' },
  muted: { label: 'Muted', help: 'It goes on running, but nobody is notified.' },
  tags: {
    widget: TagsField,
    rowLabel: 'Tag',
    help: 'Words by which lists, dashboards and maintenance find it.',
  },
  locations: { widget: LocationsField, label: 'Data-center locations' },
  privateLocations: { widget: PrivateLocationsField, help: 'Your own agents, within your own network.' },
  runtimeId: { label: 'Runtime' },
  alertChannelSubscriptions: { widget: ChannelsField, label: 'Alert channels' },
  environmentVariables: {
    widget: StoredVariablesField,
    rowLabel: 'Variable',
    help: 'Filled in where a field says {{KEY}}. Secret ones are stored sealed and never shown again.',
  },
  'environmentVariables.*.value': { isWide: true },
  setupSnippetId: { widget: SnippetField, label: 'Set-up snippet', isWide: false },
  tearDownSnippetId: { widget: SnippetField, label: 'Tear-down snippet', isWide: false },
  ...alertSettingsFields(),
  ...retryFields('retryStrategy'),
}

function alertSettingsFields(): Readonly<Record<string, FieldLayout>> {
  return {
    alertSettings: { label: 'Alert settings' },
    'alertSettings.escalationType': {
      label: 'Alert after',
      options: { RUN_BASED: 'A number of failed runs', TIME_BASED: 'Some minutes of failing' },
    },
    'alertSettings.runBasedEscalation': { label: 'After failed runs' },
    'alertSettings.runBasedEscalation.failedRunThreshold': { label: 'Failed runs in a row' },
    'alertSettings.timeBasedEscalation': { label: 'After minutes of failing' },
    'alertSettings.timeBasedEscalation.minutesFailingThreshold': { label: 'Minutes of failing' },
    'alertSettings.reminders': { label: 'Reminders' },
    'alertSettings.reminders.amount': {
      label: 'How many',
      options: { 0: 'None', 100000: 'Until it recovers' },
    },
    'alertSettings.reminders.interval': { label: 'Minutes between reminders' },
    'alertSettings.parallelRunFailureThreshold': { label: 'Of parallel runs' },
    'alertSettings.parallelRunFailureThreshold.enabled': { label: 'Alert only when many locations fail' },
    'alertSettings.parallelRunFailureThreshold.percentage': { label: 'Share that must fail, in %' },
  }
}

function retryFields(path: string): Readonly<Record<string, FieldLayout>> {
  const isSingle = (value: FormValue) => {
    const strategy = value[path]
    return isRecord(strategy) && strategy['type'] === 'SINGLE_RETRY'
  }
  return {
    [path]: { label: 'Retry a failed run', help: 'Before it counts as failed, the run is made again.' },
    [`${path}.type`]: {
      label: 'Wait between retries',
      options: {
        FIXED: 'Always the same',
        LINEAR: 'Longer each time',
        EXPONENTIAL: 'Much longer each time',
        SINGLE_RETRY: 'One retry only',
      },
    },
    [`${path}.baseBackoffSeconds`]: { label: 'Seconds before the first retry' },
    [`${path}.sameRegion`]: { label: 'Retry at the same location' },
    [`${path}.maxRetries`]: { label: 'Most retries', isHidden: isSingle },
    [`${path}.maxDurationSeconds`]: { label: 'Longest time, in seconds', isHidden: isSingle },
    [`${path}.onlyOn`]: { label: 'Retry only on', options: { NETWORK_ERROR: 'Network errors' } },
  }
}

/** One retry has no limits of its own. */
export function settleRetries(value: FormValue): FormValue {
  const { retryStrategy } = value
  if (!isRecord(retryStrategy) || retryStrategy['type'] !== 'SINGLE_RETRY') return value
  const { maxRetries: _noCount, maxDurationSeconds: _noTime, ...rest } = retryStrategy
  return withValueAt(value, 'retryStrategy', rest)
}

const checkFields: Readonly<Record<string, FieldLayout>> = {
  ...sharedFields,
  checkType: { isHidden: true },
  name: { help: 'As it stands in lists and in the alert that wakes somebody.', isWide: true },
  description: { help: 'What to know, or to do, when it fails.', isWide: true },
  frequency: { widget: IntervalField, label: 'Interval', isWide: false },
  frequencyOffset: {
    label: 'Phase',
    help: 'When within the interval it runs: in steps of 6 seconds, above an hour in steps of one hour. Chosen for you unless set.',
    isHidden: ({ frequency }) => frequency === 0,
  },
  runParallel: { label: 'Run at all locations at once', help: 'Otherwise at one after the other.' },
  useGlobalAlertSettings: {
    label: 'Use the alert settings of the account',
    help: 'Switched off, the check has its own.',
  },
  alertSettings: {
    label: 'Alert settings of this check',
    isHidden: ({ useGlobalAlertSettings }) => useGlobalAlertSettings !== false,
  },
  groupId: { widget: GroupField, label: 'Group', isWide: false },
  groupOrder: { label: 'Position in the group' },
  doubleCheck: {
    label: 'Retry once at another location',
    help: 'While no other retries are set. The retry starts at once, and its result counts.',
  },
  shouldFail: {
    label: 'Expect a failure',
    help: 'It passes when the target fails: for what must not be reachable.',
  },
  triggerIncident: { label: 'Open an incident on a status page' },
  'triggerIncident.serviceId': { widget: ServiceField, label: 'Service' },
  'triggerIncident.name': { label: 'Title of the incident' },
  'triggerIncident.description': { label: 'Text of the incident' },
  'triggerIncident.notifySubscribers': { label: 'Notify the subscribers of the page' },
  intent: { label: 'Intent', help: 'What the check is for, in words. Nothing reads it but people.' },
  aiAutoRepairEnabled: {
    label: 'AI auto repair',
    help: 'Kept for clients that know it; without effect here.',
  },
  degradedResponseTime: { label: 'Degraded from (ms)' },
  maxResponseTime: { label: 'Failed from (ms)' },
}

const schedule: FormSection = {
  title: 'Schedule and locations',
  fields: ['frequency', 'frequencyOffset', 'locations', 'privateLocations', 'runParallel', 'activated'],
}
const retries: FormSection = { title: 'Retries', fields: ['retryStrategy', 'doubleCheck'] }
const alerts: FormSection = {
  title: 'Alerts',
  fields: [
    'alertChannelSubscriptions',
    'useGlobalAlertSettings',
    'alertSettings',
    'triggerIncident',
    'muted',
  ],
}
const order: FormSection = { title: 'Group and tags', fields: ['groupId', 'groupOrder', 'tags'] }

/** The form of a type that runs: `target` are its own fields within `request`, in their order. */
export function runLayout({
  target,
  fields,
  thresholds = ['degradedResponseTime', 'maxResponseTime'],
  more = [],
  settle = (value) => value,
}: {
  target: readonly string[]
  fields: Readonly<Record<string, FieldLayout>>
  thresholds?: readonly string[]
  more?: readonly FormSection[]
  settle?: (value: FormValue) => FormValue
}): FormLayout {
  return {
    sections: [
      { title: 'Target', fields: ['name', ...target] },
      { title: 'What must hold', fields: ['request.assertions'] },
      schedule,
      {
        title: 'Thresholds',
        help: 'From where a slow answer counts as degraded, and from where as failed. Not set: never.',
        fields: thresholds,
      },
      ...more,
      retries,
      alerts,
      order,
      {
        title: 'More',
        isFolded: true,
        fields: [
          'description',
          'environmentVariables',
          'shouldFail',
          'runtimeId',
          'setupSnippetId',
          'tearDownSnippetId',
        ],
      },
    ],
    restTitle: 'Rarely used',
    fields: { ...checkFields, ...assertionFields('request.assertions'), ...fields },
    settle: (value) => settle(settleRetries(value)),
  }
}

/** The form of a type that nothing runs: it waits for pings. */
export function waitingLayout({
  target,
  fields,
}: {
  target: readonly string[]
  fields: Readonly<Record<string, FieldLayout>>
}): FormLayout {
  return {
    sections: [
      { title: 'Pings', fields: ['name', ...target] },
      alerts,
      order,
      { title: 'More', isFolded: true, fields: ['description', 'activated'] },
    ],
    restTitle: 'Rarely used',
    fields: { ...checkFields, ...fields },
  }
}

export const ipFamilyWords: FieldLayout = { label: 'IP version' }
