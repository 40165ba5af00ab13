import { Type, type Static, type TSchema } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import {
  acceptingLoneValue,
  replacedWhole,
  rulesOf,
  withRules,
  type Rule,
} from '../validation/annotations.ts'
import { AlertChannelSubscription, KeyValue } from '../alerts/alert-channel-lists.ts'
import { AlertSettings, AlertSettingsCreate, AlertSettingsInput } from '../alerts/alert-settings.ts'
import { comparisons, mostAssertions } from '../check-types/assertion.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { createFields } from './check.ts'
import { ChangedVariables, EnvironmentVariables } from '../variables/environment-variable.ts'
import { ShownVariable } from '../variables/shown-variable.ts'
import { PageQuery } from '../validation/page.ts'
import { ProjectBindings } from '../accounts/project-binding.ts'
import { RetryStrategy } from './retry-strategy.ts'
import { propertiesOf } from '../validation/shape.ts'

const longestText = 100_000
const name = Type.String({ minLength: 1, maxLength: 1000, description: 'Name of the group.' })

/** A known client sends null for an empty list. */
const listOrNull = <T extends TSchema>(list: T) => Type.Optional(Nullable(list))

const ApiAssertion = component(
  'GroupApiAssertion',
  Type.Object({
    source: OneOf(['STATUS_CODE', 'JSON_BODY', 'HEADERS', 'TEXT_BODY', 'RESPONSE_TIME'] as const),
    comparison: OneOf(comparisons),
    property: Type.Optional(Type.String({ maxLength: 2_000, default: '' })),
    target: Type.Optional(Type.String({ maxLength: 2_000, default: '' })),
    regex: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }), { default: '' })),
  }),
)

const ApiCheckDefaults = component(
  'GroupApiCheckDefaults',
  Type.Object(
    {
      url: Type.Optional(
        Nullable(Type.String({ maxLength: 2048 }), { default: '', description: '{{GROUP_BASE_URL}}' }),
      ),
      headers: Type.Optional(Type.Array(KeyValue, { maxItems: 100, default: [] })),
      queryParameters: Type.Optional(Type.Array(KeyValue, { maxItems: 100, default: [] })),
      assertions: Type.Optional(Type.Array(ApiAssertion, { maxItems: mostAssertions, default: [] })),
      basicAuth: Type.Optional(
        replacedWhole(
          Nullable(
            Type.Object({
              username: Type.String({ maxLength: 1000, default: '' }),
              password: Type.String({ maxLength: 1000, default: '' }),
            }),
            { default: null },
          ),
        ),
      ),
    },
    { default: {}, description: 'Shared settings of the API checks of the group.' },
  ),
)

/** Two values under one name: nobody could say which one a template gets. */
const variablesAreNamedOnce: Rule = ({ environmentVariables }) => {
  const list: readonly unknown[] = Array.isArray(environmentVariables) ? environmentVariables : []
  const keys = list.map((variable) => (isRecord(variable) ? variable['key'] : null))
  return keys.flatMap((key, index) =>
    typeof key === 'string' && keys.indexOf(key) < index
      ? [{ path: `environmentVariables.${index}.key`, message: 'is listed twice' }]
      : [],
  )
}

/** What the checks of a group that is not stored get from it, by the rules of one that is. */
export const InheritedFromGroup = withRules(
  Type.Object({
    environmentVariables: Type.Optional(EnvironmentVariables),
    apiCheckDefaults: Type.Optional(ApiCheckDefaults),
  }),
  variablesAreNamedOnce,
)

const script = Type.Optional(Nullable(Type.String({ maxLength: longestText }), { default: null }))
const snippetId = Type.Optional(Nullable(Type.Number(), { default: null }))

/** The object, null, or the word that leaves the choice to the checks. */
function groupRetryStrategy(componentName: string, byDefault: { default?: null | 'FALLBACK' }) {
  return replacedWhole(
    withRules(
      component(
        componentName,
        Type.Unsafe<RetryStrategy | 'FALLBACK'>({
          anyOf: [RetryStrategy, { type: 'string', enum: ['FALLBACK'] }],
          // For those who walk a value along its schema: a choice between schemas has no fields of its own.
          properties: propertiesOf(RetryStrategy),
          ...byDefault,
        }),
      ),
      ...rulesOf(RetryStrategy),
    ),
  )
}

const shared = {
  activated: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'False: none of its checks runs, whatever their own setting.',
    }),
  ),
  muted: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'True: none of its checks sends notifications, whatever their own setting.',
    }),
  ),
  tags: listOrNull(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 200, default: [] })),
  locations: createFields.locations,
  privateLocations: createFields.privateLocations,
  concurrency: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 3,
      description: 'Checks that run at the same time when the group is triggered.',
    }),
  ),
  apiCheckDefaults: Type.Optional(ApiCheckDefaults),
  browserCheckDefaults: Type.Optional(Type.String({ maxLength: longestText })),
  runtimeId: createFields.runtimeId,
  environmentVariables: Type.Optional(ChangedVariables),
  setupSnippetId: snippetId,
  tearDownSnippetId: snippetId,
  localSetupScript: script,
  localTearDownScript: script,
  alertChannelSubscriptions: Type.Optional(
    Nullable(Type.Array(AlertChannelSubscription, { maxItems: 1_000 }), {
      description: 'Where alerts of its checks are sent if the group overrides their alert settings.',
    }),
  ),
}

const createFieldsV1 = {
  name,
  ...shared,
  doubleCheck: Type.Optional(
    Type.Boolean({ default: true, deprecated: true, description: 'Use retryStrategy.' }),
  ),
  useGlobalAlertSettings: Type.Optional(Type.Boolean({ default: true })),
  alertSettings: Type.Optional(AlertSettingsCreate),
  runParallel: Type.Optional(Type.Boolean({ default: false })),
  retryStrategy: Type.Optional(groupRetryStrategy('GroupRetryStrategyV1', { default: null })),
}

/** Version 1: what the group says always counts, and not what its checks say. */
export const CheckGroupCreate = component(
  'CheckGroupCreate',
  withRules(Type.Object(createFieldsV1), variablesAreNamedOnce),
)

/** Nothing is required and nothing has a default: what is left out stays. */
export const CheckGroupUpdate = component(
  'CheckGroupUpdate',
  withRules(
    Type.Object(
      bareFields({
        ...createFieldsV1,
        alertSettings: AlertSettingsInput,
        retryStrategy: groupRetryStrategy('GroupRetryStrategy', {}),
      }),
    ),
    variablesAreNamedOnce,
  ),
)

function bareFields(fields: Readonly<Record<string, TSchema>>): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, schema]) => [field, Type.Optional(bare(schema))]),
  )
}

/** Without its default, also where the default stands in a component that other bodies share. */
function bare(schema: TSchema): TSchema {
  const {
    default: byDefault,
    'x-component': componentName,
    ...rest
  } = schema as TSchema & {
    default?: unknown
    'x-component'?: string
  }
  if (byDefault === undefined) return schema
  // Symbols carry the rules of a schema, and a rest pattern copies them.
  return componentName === undefined ? rest : component(`${componentName}Update`, rest)
}

const createFieldsV2 = {
  name,
  ...shared,
  doubleCheck: Type.Optional(Type.Boolean({ default: false, deprecated: true })),
  useGlobalAlertSettings: Type.Optional(
    Nullable(Type.Boolean(), {
      default: null,
      description: 'True: account settings. False: settings of the group. Null: each check uses its own.',
    }),
  ),
  alertSettings: Type.Optional(
    component('GroupAlertSettingsInput', Nullable(AlertSettingsInput, { default: null })),
  ),
  runParallel: Type.Optional(Nullable(Type.Boolean(), { default: null })),
  retryStrategy: Type.Optional(groupRetryStrategy('GroupRetryStrategyV2', { default: 'FALLBACK' })),
}

/** Version 2: null, and FALLBACK, leave a setting to the checks. */
export const CheckGroupCreateOrUpdateV2 = component(
  'CheckGroupCreateOrUpdateV2',
  withRules(Type.Object(createFieldsV2), variablesAreNamedOnce),
)

/** What is left out stays. */
export const CheckGroupPatchV2 = component(
  'CheckGroupPatchV2',
  withRules(Type.Object(bareFields(createFieldsV2)), variablesAreNamedOnce),
)

const hiddenFromReaders = 'Null if the caller can only read or run.'

const ShownPair = component(
  'ShownGroupKeyValue',
  Type.Object({
    ...KeyValue.properties,
    value: Nullable(Type.String(), { description: `Of a locked pair: ${hiddenFromReaders}` }),
  }),
)

const ShownApiCheckDefaults = component(
  'ShownGroupApiCheckDefaults',
  Type.Object({
    ...ApiCheckDefaults.properties,
    headers: Type.Optional(Type.Array(ShownPair)),
    queryParameters: Type.Optional(Type.Array(ShownPair)),
    basicAuth: Type.Optional(
      Nullable(
        Type.Object({
          username: Type.String(),
          password: Nullable(Type.String(), { description: hiddenFromReaders }),
        }),
      ),
    ),
  }),
)

export const CheckGroup = component(
  'CheckGroup',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    activated: Type.Boolean(),
    muted: Type.Boolean(),
    tags: Type.Array(Type.String()),
    locations: Type.Array(Type.String()),
    privateLocations: createFields.privateLocations,
    concurrency: Type.Integer(),
    apiCheckDefaults: ShownApiCheckDefaults,
    browserCheckDefaults: Type.Optional(Type.String()),
    runtimeId: createFields.runtimeId,
    environmentVariables: Nullable(Type.Array(ShownVariable)),
    setupSnippetId: Nullable(Type.Number()),
    tearDownSnippetId: Nullable(Type.Number()),
    localSetupScript: Nullable(Type.String()),
    localTearDownScript: Nullable(Type.String()),
    doubleCheck: Type.Boolean(),
    useGlobalAlertSettings: Nullable(Type.Boolean()),
    alertSettings: AlertSettings,
    runParallel: Nullable(Type.Boolean()),
    retryStrategy: component(
      'ShownGroupRetryStrategy',
      Type.Unsafe<RetryStrategy | 'FALLBACK'>({
        anyOf: [RetryStrategy, { type: 'string', enum: ['FALLBACK'] }],
      }),
    ),
    alertChannelSubscriptions: Type.Array(AlertChannelSubscription),
    checks: Type.Array(Uuid(), { description: 'Its checks, newest first.' }),
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
    projectBindings: ProjectBindings,
  }),
)
export type CheckGroup = Static<typeof CheckGroup>

export const CheckGroupList = component('CheckGroupList', Type.Array(CheckGroup))

export const GroupsQuery = Type.Object({
  ...PageQuery.properties,
  tag: Type.Optional(acceptingLoneValue(Type.Array(Type.String(), { description: 'Any of these tags.' }))),
  name: Type.Optional(
    acceptingLoneValue(Type.Array(Type.String(), { description: 'Any of these names, case-insensitive.' })),
  ),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, case-insensitive.' })),
})

const groupNumber = Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'a positive whole number' })

export const GroupParams = Type.Object({ id: groupNumber })
export const GroupCheckParams = Type.Object({ groupId: groupNumber, checkId: Uuid() })

export const WriteGroupQuery = Type.Object({
  autoAssignAlerts: Type.Boolean({
    default: true,
    description:
      'Subscribe a new group to every alert channel, in addition to those in the body. Used only at creation.',
  }),
})
