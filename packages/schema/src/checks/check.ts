import { Type } from 'typebox'
import { AlertChannelSubscription, AlertChannels } from '../alerts/alert-channel-lists.ts'
import { AlertSettings, AlertSettingsCreate, AlertSettingsInput } from '../alerts/alert-settings.ts'
import { Nullable, OneOf, Timestamp, Uuid, withoutDefault } from '../validation/building-blocks.ts'
import { CheckIntent, TypedCheckIntent } from '../validation/intent.ts'
import { dataCenterLocations } from '../agents/location.ts'
import { CheckProject, ProjectBindings } from '../accounts/project-binding.ts'
import { RetryStrategy } from './retry-strategy.ts'
import { runtimeIds } from './runtime.ts'
import { TriggerIncident } from '../status-pages/trigger-incident.ts'

/** The fields that every check type has, in the order in which answers show them. */

// Lists show a hundred checks at once and search their names: neither may be as long as a body.
const name = Type.String({ minLength: 1, maxLength: 1000, description: 'Name of the check.' })
const locations = Nullable(Type.Array(OneOf(dataCenterLocations), { maxItems: 100 }), {
  default: [],
  description: 'Data-center locations to run from.',
})
const tags = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  // Each tag is a row by which checks are found, and as long as an index entry may be.
  maxItems: 200,
  default: [],
})
const runtimeId = Nullable(OneOf(runtimeIds), { default: null })
const privateLocations = Nullable(Type.Array(Type.String({ minLength: 1 })), {
  default: [],
  description: 'Private locations to run from, by slug or id.',
})
const alertChannelSubscriptions = Type.Array(AlertChannelSubscription, { default: [] })
const aiAutoRepairEnabled = Nullable(Type.Boolean(), { default: null })

const settingsWithDefaults = {
  activated: Type.Optional(Type.Boolean({ default: true, description: 'Whether the check runs.' })),
  muted: Type.Optional(
    Type.Boolean({ default: false, description: 'Suppresses notifications; the check still runs.' }),
  ),
  doubleCheck: Type.Optional(
    Type.Boolean({ default: true, deprecated: true, description: 'Use retryStrategy.' }),
  ),
  shouldFail: Type.Optional(Type.Boolean({ default: false, description: 'Inverts the meaning of failure.' })),
  useGlobalAlertSettings: Type.Optional(
    Type.Boolean({ default: true, description: 'Use the alert settings of the account.' }),
  ),
  groupId: Type.Optional(Nullable(Type.Number(), { default: null })),
  groupOrder: Type.Optional(
    Nullable(Type.Number({ minimum: 0 }), {
      default: null,
      description: 'Position in the group: the order of runs when the group is triggered.',
    }),
  ),
  runParallel: Type.Optional(
    Type.Boolean({ default: false, description: 'Run at all locations at once instead of one by one.' }),
  ),
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }), { default: null })),
}

/** Body of a create: every default of the contract. */
export const createFields = {
  name,
  ...settingsWithDefaults,
  locations: Type.Optional(locations),
  tags: Type.Optional(tags),
  alertSettings: Type.Optional(AlertSettingsCreate),
  runtimeId: Type.Optional(runtimeId),
  alertChannelSubscriptions: Type.Optional(alertChannelSubscriptions),
  retryStrategy: Type.Optional(RetryStrategy),
  triggerIncident: Type.Optional(TriggerIncident),
  privateLocations: Type.Optional(privateLocations),
  intent: Type.Optional(CheckIntent),
  aiAutoRepairEnabled: Type.Optional(aiAutoRepairEnabled),
}

/**
 * Body of an update. A field that shows a default here gets it when a PUT that is read by the letter leaves
 * the field out; the others keep what is stored.
 */
export const updateFields = {
  ...createFields,
  name: Type.Optional(name),
  locations: Type.Optional(withoutDefault(locations)),
  tags: Type.Optional(withoutDefault(tags)),
  alertSettings: Type.Optional(AlertSettingsInput),
  runtimeId: Type.Optional(withoutDefault(runtimeId)),
  alertChannelSubscriptions: Type.Optional(withoutDefault(alertChannelSubscriptions)),
  retryStrategy: Type.Optional(withoutDefault(RetryStrategy)),
  triggerIncident: Type.Optional(withoutDefault(TriggerIncident)),
  privateLocations: Type.Optional(withoutDefault(privateLocations)),
  intent: Type.Optional(withoutDefault(CheckIntent)),
  aiAutoRepairEnabled: Type.Optional(withoutDefault(aiAutoRepairEnabled)),
}

const answerBase = {
  id: Uuid(),
  name: Type.String(),
  ...settingsWithDefaults,
  locations: Type.Optional(locations),
  tags: Type.Optional(tags),
  alertSettings: Type.Optional(AlertSettings),
  runtimeId: Type.Optional(runtimeId),
  alertChannelSubscriptions: Type.Optional(alertChannelSubscriptions),
  retryStrategy: Type.Optional(RetryStrategy),
  triggerIncident: Type.Optional(TriggerIncident),
  created_at: Timestamp(),
  updated_at: Nullable(Timestamp()),
  alertChannels: Type.Optional(AlertChannels),
  privateLocations: Type.Optional(privateLocations),
  aiAutoRepairEnabled: Type.Optional(aiAutoRepairEnabled),
  projectBindings: ProjectBindings,
}

/** Answers of version 1 carry the project fields flat as well, from the time of one project per check. */
export const answerFieldsV1 = {
  ...answerBase,
  intent: Type.Optional(CheckIntent),
  project: CheckProject,
  logicalId: Nullable(Type.String()),
  member: Nullable(Type.Boolean()),
  pending: Nullable(Type.Boolean()),
}

export const answerFieldsV2 = { ...answerBase, intent: Type.Optional(CheckIntent) }

export const answerFieldsV3 = { ...answerBase, intent: Type.Optional(TypedCheckIntent) }
