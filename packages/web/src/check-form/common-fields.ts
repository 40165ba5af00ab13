import { isRecord } from '@sonde/ground/is-record.ts'
import type { FieldLayout } from '../schema-form/form-layout.ts'
import { valueAt, withValueAt, type FormValue } from '../schema-form/value-at.ts'
import { ChannelsField } from './channels-field.tsx'
import { contextOf } from './form-context.ts'
import { GlobalAlertSettingsField } from './global-alert-settings-field.tsx'
import { IntervalField } from './interval-field.tsx'
import { LocationsField, PrivateLocationsField } from './locations-field.tsx'
import { GroupField, ServiceField, SnippetField } from './remote-fields.tsx'
import { RetriesField } from './retries-field.tsx'
import { SetUpScriptField, TearDownScriptField } from './script-field.tsx'
import { StoredVariablesField } from './stored-variables-field.tsx'
import { TagsField } from './tags-field.tsx'

const settings = 'alertSettings'

/** Words and controls of the fields that checks and groups have in common. */
export const sharedFields: Readonly<Record<string, FieldLayout>> = {
  activated: { label: 'Active', help: 'Switch it off to pause the check.' },
  muted: { label: 'Muted', help: 'The check keeps running, and nobody is notified.' },
  tags: {
    widget: TagsField,
    rowLabel: 'Tag',
    help: 'To filter lists, and to choose checks for dashboards and maintenance. Example: shop.',
  },
  locations: { widget: LocationsField, label: 'Locations' },
  privateLocations: { widget: PrivateLocationsField, label: 'Private locations' },
  runtimeId: { label: 'Runtime', unsetWord: 'Default of the account' },
  alertChannelSubscriptions: { widget: ChannelsField, label: 'Alert channels' },
  environmentVariables: {
    widget: StoredVariablesField,
    label: 'Variables',
    rowLabel: 'Variable',
    help: 'Write {{KEY}} in a field of this form to use a variable there.',
  },
  'environmentVariables.*.key': { label: 'Key', placeholder: 'API_TOKEN' },
  'environmentVariables.*.value': { label: 'Value', isWide: true },
  'environmentVariables.*.locked': { label: 'Hidden', help: 'Shown only when somebody asks for it.' },
  'environmentVariables.*.secret': {
    label: 'Secret',
    help: 'Never shown again, and it cannot be made visible later.',
  },
  setupSnippetId: { widget: SnippetField, label: 'Set-up snippet', isWide: false },
  tearDownSnippetId: { widget: SnippetField, label: 'Tear-down snippet', isWide: false },
  localSetupScript: {
    widget: SetUpScriptField,
    label: 'Set-up script',
    help: 'Runs before the request of an API check, which it may change.',
    isWide: true,
  },
  localTearDownScript: {
    widget: TearDownScriptField,
    label: 'Tear-down script',
    help: 'Runs after the response of an API check. An error in it fails the run.',
    isWide: true,
  },
  // Written by monitoring as code; what is stored of them stays.
  setupScriptPath: { isHidden: true },
  setupScriptDependencies: { isHidden: true },
  tearDownScriptPath: { isHidden: true },
  tearDownScriptDependencies: { isHidden: true },
  ...alertSettingsFields(),
  ...retryFields('retryStrategy'),
  // The older way to say "one retry elsewhere": the choice of retries says it, and the API keeps the field.
  doubleCheck: { isHidden: true },
}

/** The fields of alert settings, in their order: the choice of who decides comes before them. */
export const alertSettingsPaths = [
  'escalationType',
  'runBasedEscalation.failedRunThreshold',
  'timeBasedEscalation.minutesFailingThreshold',
  'reminders.amount',
  'reminders.interval',
  'parallelRunFailureThreshold.enabled',
  'parallelRunFailureThreshold.percentage',
].map((path) => `${settings}.${path}`)

function alertSettingsFields(): Readonly<Record<string, FieldLayout>> {
  const isElsewhere = ({ useGlobalAlertSettings }: FormValue) => useGlobalAlertSettings !== false
  const at = (value: FormValue, path: string) => valueAt(value, `${settings}.${path}`)
  const isTimeBased = (value: FormValue) => at(value, 'escalationType') === 'TIME_BASED'
  return {
    // Its parts are fields of the section.
    [settings]: { isHidden: true },
    [`${settings}.escalationType`]: {
      label: 'Alert after',
      options: { RUN_BASED: 'Failed runs in a row', TIME_BASED: 'Minutes of failing' },
      isHidden: isElsewhere,
    },
    [`${settings}.runBasedEscalation.failedRunThreshold`]: {
      label: 'Failed runs in a row',
      unsetWord: '1',
      isHidden: (value) => isElsewhere(value) || isTimeBased(value),
    },
    [`${settings}.timeBasedEscalation.minutesFailingThreshold`]: {
      label: 'Minutes of failing',
      unsetWord: '5',
      isHidden: (value) => isElsewhere(value) || !isTimeBased(value),
    },
    [`${settings}.reminders.amount`]: {
      label: 'Reminders',
      help: 'Sent after the first alert while the check keeps failing.',
      options: { 0: 'None', 100000: 'Until it recovers' },
      isHidden: isElsewhere,
    },
    [`${settings}.reminders.interval`]: {
      label: 'Minutes between reminders',
      isHidden: (value) => isElsewhere(value) || at(value, 'reminders.amount') === 0,
    },
    [`${settings}.parallelRunFailureThreshold.enabled`]: {
      label: 'Alert only when enough locations fail',
      help: 'For checks that run at all locations at once. Off: one failing location is enough.',
      isHidden: isElsewhere,
      isWide: true,
    },
    [`${settings}.parallelRunFailureThreshold.percentage`]: {
      label: 'Share of the locations (%)',
      isHidden: (value) => isElsewhere(value) || at(value, 'parallelRunFailureThreshold.enabled') !== true,
    },
  }
}

function retryFields(path: string): Readonly<Record<string, FieldLayout>> {
  const isSingle = (value: FormValue) => {
    const strategy = value[path]
    return isRecord(strategy) && strategy['type'] === 'SINGLE_RETRY'
  }
  return {
    [path]: { label: 'Retries', widget: RetriesField },
    [`${path}.type`]: {
      label: 'Retries',
      options: {
        SINGLE_RETRY: '1 retry after a pause',
        FIXED: 'Several, always with the same pause',
        LINEAR: 'Several, pauses grow steadily (60, 120, 180 s)',
        EXPONENTIAL: 'Several, pauses multiply (3, 9, 27 s)',
      },
    },
    [`${path}.baseBackoffSeconds`]: { label: 'Pause before the first retry (s)', placeholder: '60' },
    [`${path}.sameRegion`]: {
      label: 'Retry at the same location',
      help: 'Off: at another location of the check, where there is one.',
    },
    [`${path}.maxRetries`]: { label: 'Maximum retries', placeholder: '2', isHidden: isSingle },
    [`${path}.maxDurationSeconds`]: {
      label: 'Time for all retries (s)',
      placeholder: '600',
      isHidden: isSingle,
    },
    [`${path}.onlyOn`]: {
      label: 'Retry only after',
      options: { NETWORK_ERROR: 'Network errors: the target did not respond' },
    },
  }
}

/** One retry has no limits of its own. */
export function settleRetries(value: FormValue): FormValue {
  const { retryStrategy } = value
  if (!isRecord(retryStrategy) || retryStrategy['type'] !== 'SINGLE_RETRY') return value
  const { maxRetries: _noCount, maxDurationSeconds: _noTime, ...rest } = retryStrategy
  return withValueAt(value, 'retryStrategy', rest)
}

export const checkFields: Readonly<Record<string, FieldLayout>> = {
  ...sharedFields,
  checkType: { isHidden: true },
  name: {
    label: 'Name',
    help: 'Shown in lists and alerts. Example: Shop, check-out page.',
    isWide: true,
    placeholder: (_value, context) => contextOf(context).proposedName || undefined,
  },
  description: {
    label: 'Description',
    help: 'What to know, or to do, when the check fails.',
    placeholder: 'Runbook: https://wiki.example.com/shop',
    isWide: true,
  },
  frequency: { widget: IntervalField, label: 'Interval' },
  frequencyOffset: {
    label: 'Start within the interval',
    help: 'A number of 6-second steps after the full interval; of intervals above an hour, of hours. Empty: chosen so that checks spread evenly.',
    isHidden: ({ frequency }) => frequency === 0,
  },
  runParallel: {
    label: 'Run at all locations at once',
    help: 'Off: at one location after the other, one each interval.',
  },
  useGlobalAlertSettings: {
    widget: GlobalAlertSettingsField,
    label: 'Use the alert settings of the account',
  },
  groupId: { widget: GroupField, label: 'Group', isWide: false },
  groupOrder: {
    label: 'Position in the group',
    help: 'The order in which checks run when the group is triggered.',
  },
  shouldFail: {
    label: 'Expect a failure',
    help: 'The check passes when the target fails: for what must not be reachable.',
  },
  triggerIncident: {
    label: 'Open an incident on a status page',
    help: 'When the check alerts; it is resolved when the check recovers.',
  },
  'triggerIncident.serviceId': { widget: ServiceField, label: 'Service' },
  'triggerIncident.severity': {
    label: 'Severity',
    options: { CRITICAL: 'Critical', MAJOR: 'Major', MEDIUM: 'Medium', MINOR: 'Minor' },
  },
  'triggerIncident.name': { label: 'Incident title', placeholder: 'The shop is not reachable' },
  'triggerIncident.description': { label: 'Incident text', placeholder: 'We are investigating.' },
  'triggerIncident.notifySubscribers': { label: 'Notify the subscribers of the page' },
  intent: { label: 'Purpose', help: 'What the check is for, in words for people.' },
  'intent.goal': { label: 'Goal', placeholder: 'Customers can pay' },
  'intent.requiredOutcomes': { label: 'Required outcomes', rowLabel: 'Outcome' },
  'intent.mustPreserve': { label: 'Must not change', rowLabel: 'Entry' },
  aiAutoRepairEnabled: { isHidden: true },
  degradedResponseTime: { label: 'Degraded from (ms)', placeholder: 'No limit' },
  maxResponseTime: { label: 'Failed from (ms)', placeholder: 'No limit' },
}

export const ipFamilyWords: FieldLayout = { label: 'IP version', unsetWord: 'IPv4' }

export const skipSslWords: FieldLayout = {
  label: 'Accept any certificate',
  help: 'Expired, self-signed and wrong ones too.',
}
