import schema from 'sonde-schema:check-group'
import { assertionFields } from '../check-form/assertion-fields.tsx'
import { alertSettingsPaths, settleRetries, sharedFields } from '../check-form/common-fields.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { webAddressAt } from '../schema-form/complete-address.ts'
import { freshValueOf } from '../schema-form/defaults-of.ts'
import { schemaAt, type FormLayout } from '../schema-form/form-layout.ts'
import { RowsField } from '../schema-form/list-field.tsx'
import type { FormValue } from '../schema-form/value-at.ts'
import { GroupAlertsLine, GroupPlacesLine } from './fold-lines.tsx'
import { apiDefaultsInWords, groupRetriesInWords, groupStateInWords } from './fold-words.ts'

/** Settings of its own begin with the defaults, so that nobody has to fill in all of them. */
function withAlertSettings(value: FormValue): FormValue {
  if (value['useGlobalAlertSettings'] !== false || isRecord(value['alertSettings'])) return value
  return { ...value, alertSettings: freshValueOf(schemaAt(schema, 'alertSettings')?.schema ?? {}) }
}

const asEachCheck = 'Set by each check'

export const groupLayout: FormLayout = {
  sections: [
    { title: 'Group', isTitleHidden: true, fields: ['name', 'tags'] },
    {
      title: 'Locations',
      isFolded: true,
      help: 'Choose locations here to run all checks of the group there, in place of their own locations.',
      fields: ['locations', 'privateLocations', 'runParallel', 'concurrency'],
      foldLine: GroupPlacesLine,
    },
    {
      title: 'Retries',
      isFolded: true,
      fields: ['retryStrategy'],
      foldLine: ({ form }) => groupRetriesInWords(form.value),
    },
    {
      title: 'Alerts',
      isFolded: true,
      fields: ['alertChannelSubscriptions', 'useGlobalAlertSettings', ...alertSettingsPaths],
      foldLine: GroupAlertsLine,
    },
    {
      title: 'Active and muted',
      isFolded: true,
      fields: ['activated', 'muted'],
      foldLine: ({ form }) => groupStateInWords(form.value),
    },
    { title: 'Variables', isFolded: true, fields: ['environmentVariables'] },
    {
      title: 'Defaults of API checks',
      isFolded: true,
      fields: ['apiCheckDefaults'],
      foldLine: ({ form }) => apiDefaultsInWords(form.value),
    },
    {
      title: 'Scripts and runtime',
      isFolded: true,
      fields: [
        'runtimeId',
        'setupSnippetId',
        'tearDownSnippetId',
        'localSetupScript',
        'localTearDownScript',
        'browserCheckDefaults',
      ],
    },
  ],
  fields: {
    ...sharedFields,
    name: { label: 'Name', isWide: true, placeholder: 'Shop' },
    activated: { label: 'Active', help: 'Off: all checks of the group are paused.' },
    muted: { label: 'Muted', help: 'On: no check of the group notifies anybody.' },
    tags: { ...sharedFields['tags'], help: 'All checks of the group have these tags too. Example: shop.' },
    concurrency: {
      label: 'Checks at the same time',
      help: 'When the whole group is triggered.',
      placeholder: '3',
    },
    runParallel: {
      label: 'Run at all locations at once',
      help: 'No: at one location after the other.',
      unsetWord: asEachCheck,
    },
    useGlobalAlertSettings: {
      label: 'Alert settings',
      help: 'When the group decides, its alert channels alone are notified, and not those of its checks.',
      options: { true: 'Those of the account', false: 'Those of the group, below' },
      unsetWord: asEachCheck,
    },
    alertChannelSubscriptions: {
      ...sharedFields['alertChannelSubscriptions'],
      help: 'Notified of every check of the group.',
    },
    retryStrategy: {
      label: 'Retries',
      options: { FALLBACK: asEachCheck, RetryStrategy: 'As set here, for all checks' },
      unsetWord: 'No retries, for all checks',
    },
    'retryStrategy.type': { ...sharedFields['retryStrategy.type'], label: 'Pauses' },
    environmentVariables: { ...sharedFields['environmentVariables'], widget: RowsField },
    apiCheckDefaults: { label: 'API checks' },
    'apiCheckDefaults.url': {
      label: 'Base address',
      help: 'API checks of the group use it as {{GROUP_BASE_URL}}.',
      placeholder: 'https://api.example.com',
      complete: webAddressAt('apiCheckDefaults.url', 'use'),
    },
    'apiCheckDefaults.headers': { label: 'Headers', rowLabel: 'Header' },
    'apiCheckDefaults.headers.*.key': { label: 'Name', placeholder: 'authorization' },
    'apiCheckDefaults.headers.*.locked': { label: 'Hidden' },
    'apiCheckDefaults.queryParameters': { label: 'Query parameters', rowLabel: 'Parameter' },
    'apiCheckDefaults.queryParameters.*.key': { label: 'Name' },
    'apiCheckDefaults.queryParameters.*.locked': { label: 'Hidden' },
    'apiCheckDefaults.basicAuth': { label: 'Basic authentication' },
    'apiCheckDefaults.basicAuth.username': { label: 'User name' },
    browserCheckDefaults: { label: 'Defaults of browser checks' },
    ...assertionFields('apiCheckDefaults.assertions'),
  },
  settle: (value) => withAlertSettings(settleRetries(value)),
}
