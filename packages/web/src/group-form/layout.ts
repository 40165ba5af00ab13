import { assertionFields } from '../check-form/assertion-fields.tsx'
import { settleRetries, sharedFields } from '../check-form/common-layout.ts'
import type { FormLayout } from '../schema-form/form-layout.ts'
import { RowsField } from '../schema-form/list-field.tsx'

const asEachCheck = 'Not set: as each check says.'

export const groupLayout: FormLayout = {
  sections: [
    { title: 'Group', fields: ['name', 'tags', 'activated', 'muted'] },
    {
      title: 'Where its checks run',
      help: 'When a location is chosen here, it counts for all checks of the group in place of their own.',
      fields: ['locations', 'privateLocations', 'runParallel', 'concurrency'],
    },
    { title: 'Retries', fields: ['retryStrategy'] },
    { title: 'Alerts', fields: ['useGlobalAlertSettings', 'alertSettings', 'alertChannelSubscriptions'] },
    { title: 'Variables', fields: ['environmentVariables'] },
    { title: 'Defaults of API checks', isFolded: true, fields: ['apiCheckDefaults'] },
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
  restTitle: 'Rarely used',
  fields: {
    ...sharedFields,
    name: { isWide: true },
    activated: { label: 'Active', help: 'Switched off, none of its checks runs, whatever they say.' },
    muted: { label: 'Muted', help: 'None of its checks notifies anybody, whatever they say.' },
    tags: { ...sharedFields['tags'], help: 'Its checks are found by these, too.' },
    concurrency: { label: 'Checks at the same time' },
    runParallel: { label: 'Run at all locations at once', help: asEachCheck },
    useGlobalAlertSettings: {
      label: 'Use the alert settings of the account',
      help: 'No: those of the group below. Not set: as each check says.',
    },
    alertSettings: { label: 'Alert settings of the group' },
    retryStrategy: {
      label: 'Retries',
      help: 'Whether failed runs of its checks are made again. Not set: they are not.',
      options: { FALLBACK: 'As each check says', RetryStrategy: 'As set here' },
    },
    environmentVariables: { ...sharedFields['environmentVariables'], widget: RowsField },
    apiCheckDefaults: { label: 'API checks' },
    'apiCheckDefaults.url': { label: 'Base address', help: 'API checks name it as {{GROUP_BASE_URL}}.' },
    'apiCheckDefaults.headers': { rowLabel: 'Header' },
    'apiCheckDefaults.queryParameters': { rowLabel: 'Parameter' },
    'apiCheckDefaults.basicAuth': { label: 'Basic authentication' },
    ...assertionFields('apiCheckDefaults.assertions'),
  },
  settle: settleRetries,
}
