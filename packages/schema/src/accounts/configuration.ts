import { Type, type Static } from 'typebox'
import { withRules, type Rule } from '../validation/annotations.ts'
import { AllowedHosts } from '../checks/allowed-hosts.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'

/**
 * All configuration of an account as one document. What stands in a list is the body that creates the thing through
 * the API, with the `id` that other things in the document name it by.
 */

export const configurationFormat = 'sonde-configuration'
export const configurationVersion = 1

/** Of the document, after unpacking. */
export const configurationBytes = 50 * 1024 * 1024

/** Stands in an export for a secret that was not asked for, where null would mean that there is none. */
export const leftOutSecret = '***'

/** The lists of the document, in the order in which they are written: each names only what stands before it. */
export const configurationLists = [
  'variables',
  'clientCertificates',
  'privateLocations',
  'snippets',
  'alertChannels',
  'statusPageServices',
  'checkGroups',
  'checks',
  'statusPageFollows',
  'checkTriggers',
  'groupTriggers',
  'statusPages',
  'statusPageComponents',
  'statusPageAutomationRules',
  'maintenanceWindows',
  'dashboards',
  'deploymentTriggers',
] as const
export type ConfigurationList = (typeof configurationLists)[number]

/** Ids of other systems are texts like `kuma:monitor:12`: such a thing gets an id of this server at its first import. */
export type ConfigurationId = string | number

export type ConfigurationItem = Readonly<Record<string, unknown>>

const mostItems = 50_000

/** Exports have some 20 bytes for each value. */
export const configurationLimits = { values: 3_000_000, depth: 100, items: mostItems }

function items(description: string) {
  return Type.Optional(
    Type.Array(Type.Unsafe<ConfigurationItem>({ type: 'object', additionalProperties: true }), {
      maxItems: mostItems,
      description,
    }),
  )
}

const bodyOf = (path: string) => `Each the body of \`POST ${path}\``
const withId = ', with its `id`'

const token = Type.String({
  pattern: '^[A-Za-z0-9_-]{16,200}$',
  description: '16 to 200 letters, digits, hyphens and underscores',
})

/** Nothing creates these with a token of its own, except an import. */
const allowedHosts = Type.Optional(AllowedHosts)
export const CheckTriggerItem = Type.Object({ checkId: Uuid(), token, allowedHosts })
export const GroupTriggerItem = Type.Object({ groupId: Type.Integer({ minimum: 1 }), token, allowedHosts })

const isReadable: Rule = ({ format, version }) => {
  if (format !== configurationFormat) return []
  if (typeof version === 'number' && version > configurationVersion) {
    const message = `is ${version}, but this server reads versions up to ${configurationVersion}: update the server first`
    return [{ path: 'version', message }]
  }
  return []
}

const fields = {
  format: OneOf([configurationFormat] as const),
  version: Type.Integer({ minimum: 1 }),
  exportedAt: Type.Optional(Nullable(Timestamp())),
  exportedBy: Type.Optional(
    Nullable(Type.String({ maxLength: 200, description: 'The program that wrote it.' })),
  ),
  account: Type.Optional(
    component(
      'ConfigurationAccount',
      Type.Object(
        {
          name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          settings: Type.Optional(
            Type.Unsafe<ConfigurationItem>({ type: 'object', additionalProperties: true }),
          ),
          alertSettings: Type.Optional(
            Type.Unsafe<ConfigurationItem>({ type: 'object', additionalProperties: true }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  ),
  variables: items(`${bodyOf('/v1/variables')}; identified by key. A null value was omitted.`),
  clientCertificates: items(`${bodyOf('/v1/client-certificates')}${withId}.`),
  privateLocations: items(`${bodyOf('/v1/private-locations')}${withId}. Identified by slugName.`),
  snippets: items(`${bodyOf('/v1/snippets')}${withId}.`),
  alertChannels: items(
    `${bodyOf('/v1/alert-channels')}${withId}, without subscriptions: those are listed with checks and groups.`,
  ),
  statusPageServices: items(`${bodyOf('/v1/status-pages/services')}${withId}.`),
  checkGroups: items(
    `${bodyOf('/v2/check-groups')}${withId}; with \`version\` 1 that of \`POST /v1/check-groups\`.`,
  ),
  checks: items(`${bodyOf('/v1/checks/{type}')}${withId} and its \`checkType\`.`),
  statusPageFollows: items(
    'What status page services follow: `serviceId`, `checkIds`, `tags` and `delayMinutes`; identified by service.',
  ),
  checkTriggers: items('URLs that run a check: `checkId` and `token`. Exported with secrets only.'),
  groupTriggers: items('URLs that run a group: `groupId` and `token`. Exported with secrets only.'),
  statusPages: items(`${bodyOf('/v1/status-pages')}${withId} and those of its cards.`),
  statusPageComponents: items(
    `${bodyOf('/v1/status-pages/{id}/components')}${withId} and its \`statusPageId\`.`,
  ),
  statusPageAutomationRules: items(
    `${bodyOf('/v1/status-pages/{id}/automation-rules')}${withId} and its \`statusPageId\`.`,
  ),
  maintenanceWindows: items(`${bodyOf('/v1/maintenance-windows')}${withId}.`),
  dashboards: items(`${bodyOf('/v1/dashboards')}${withId}.`),
  deploymentTriggers: items('Triggers that run checks after a deployment.'),
}

export const Configuration = component(
  'Configuration',
  withRules(Type.Object(fields, { additionalProperties: false }), isReadable),
)
export type Configuration = Static<typeof Configuration>

export const ConfigurationExportQuery = Type.Object({
  includeSecrets: Type.Boolean({
    default: false,
    description:
      'Include secrets, and URLs with tokens. Protect the response: anyone who has it has all secrets.',
  }),
})

export const ConfigurationImportQuery = Type.Object({
  dryRun: Type.Boolean({ default: false, description: 'Show what would change, without changing anything.' }),
})

export const importActions = ['created', 'updated', 'unchanged', 'skipped'] as const
export type ImportAction = (typeof importActions)[number]

/** A text or a number: the serialiser has no word for both. */
const anyId = (description: string) =>
  Type.Unsafe<ConfigurationId | null>({ description: `A string, a number or null. ${description}` })

export const ImportedItem = component(
  'ConfigurationImportedItem',
  Type.Object({
    kind: Type.String({ description: 'The list that contains it.' }),
    id: anyId('Id on this server; null for skipped items, and for items that do not exist yet.'),
    sourceId: anyId('Id in the document.'),
    name: Nullable(Type.String()),
    action: OneOf(importActions),
    changes: Type.Optional(Type.Array(Type.String(), { description: 'The fields that differ.' })),
  }),
)
export type ImportedItem = Static<typeof ImportedItem>

export const ImportWarning = component(
  'ConfigurationImportWarning',
  Type.Object({
    path: Type.String({ description: 'In the document: `alertChannels.2.config.url`' }),
    name: Nullable(Type.String()),
    message: Type.String(),
  }),
)
export type ImportWarning = Static<typeof ImportWarning>

export const ConfigurationImport = component(
  'ConfigurationImport',
  Type.Object({
    dryRun: Type.Boolean(),
    accountId: Uuid(),
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    skipped: Type.Integer(),
    items: Type.Array(ImportedItem),
    warnings: Type.Array(ImportWarning),
  }),
)
export type ConfigurationImport = Static<typeof ConfigurationImport>
