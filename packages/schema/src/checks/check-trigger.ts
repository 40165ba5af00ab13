import { Type, type Static } from 'typebox'
import { withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { SecretsWithheldFrom } from '../runs/secrets-withheld.ts'
import { AllowedHosts } from './allowed-hosts.ts'
import { deploymentLimits } from './deployment-trigger.ts'

const trigger = {
  id: Type.Integer(),
  token: Type.String({ description: 'Anyone who has it can run the check.' }),
  created_at: Timestamp(),
  called_at: Nullable(Timestamp()),
  updated_at: Nullable(Timestamp()),
  url: Type.String({ description: 'A request to this address runs the check.' }),
  allowedHosts: AllowedHosts,
}

export const CheckTrigger = component('CheckTrigger', Type.Object({ ...trigger, checkId: Uuid() }))
export type CheckTrigger = Static<typeof CheckTrigger>
export const CheckGroupTrigger = component(
  'CheckGroupTrigger',
  Type.Object({ ...trigger, groupId: Type.Integer() }),
)

export type CheckGroupTrigger = Static<typeof CheckGroupTrigger>

/** Without a body, or without a list, a new trigger allows no other hosts, and an existing one keeps its own. */
export const CreateTrigger = Nullable(Type.Object({ allowedHosts: Type.Optional(AllowedHosts) }), {
  'x-component': 'CreateTrigger',
})
export type CreateTrigger = Static<typeof CreateTrigger>

export const CheckTriggerParams = Type.Object({ checkId: Uuid() })
const groupId = Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'a positive whole number' })
export const CheckGroupTriggerParams = Type.Object({ groupId })

export const GroupTriggersQuery = Type.Object({ groupId })
export const CheckGroupTriggerList = component('CheckGroupTriggerList', Type.Array(CheckGroupTrigger))

export const CallTriggerParams = Type.Object({ checkId: Uuid(), token: Type.String() })
export const CallGroupTriggerParams = Type.Object({ groupId, token: Type.String() })

const environmentIsAddress: Rule = ({ environmentUrl }) =>
  typeof environmentUrl !== 'string' || (/^https?:\/\//i.test(environmentUrl) && URL.canParse(environmentUrl))
    ? []
    : [{ path: 'environmentUrl', message: 'must be an http or https address' }]

export const CallTriggerQuery = withRules(
  Type.Object({
    runLocation: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'Location. Default: us-east-1 if it is a location of the check, else the first one. A private location must be one of the check.',
      }),
    ),
    detach: Type.Boolean({ default: false, description: 'Respond at once instead of waiting for the run.' }),
    deployment: Type.Boolean({
      default: false,
      description: 'Record a deployment, once for each sha of a repository; both are required.',
    }),
    repository: Type.Optional(Type.String({ maxLength: deploymentLimits.repository })),
    sha: Type.Optional(Type.String({ maxLength: deploymentLimits.sha })),
    environmentUrl: Type.Optional(
      Type.String({
        maxLength: deploymentLimits.environmentUrl,
        description:
          'URL and API checks use this address: scheme, host and port are replaced, path and query are kept. Every check can use it as the variable ENVIRONMENT_URL. ' +
          'Secrets, locked variables and logins are only sent to hosts of the check and of `allowedHosts`.',
      }),
    ),
    environmentName: Type.Optional(Type.String({ maxLength: deploymentLimits.environmentName })),
    deploymentId: Type.Optional(Type.String({ maxLength: deploymentLimits.deploymentId })),
  }),
  environmentIsAddress,
)
export type CallTriggerQuery = Static<typeof CallTriggerQuery>

/** What came of a run that a trigger started. */
export const TriggeredRun = component(
  'TriggeredRun',
  Type.Object({
    hasFailures: Nullable(Type.Boolean(), { description: 'Null if the request did not wait for the run.' }),
    hasErrors: Type.Boolean({
      description:
        'The run ended without a verdict because of a problem on our side: it says nothing about the target.',
    }),
    responseTime: Type.Optional(Nullable(Type.Number(), { description: 'Milliseconds; API checks only.' })),
    checkSessionId: Uuid(),
    secretsWithheldFrom: SecretsWithheldFrom,
  }),
)
export type TriggeredRun = Static<typeof TriggeredRun>

const TriggeredCheck = component(
  'TriggeredCheck',
  Type.Object({
    checkId: Uuid(),
    name: Type.String(),
    hasFailures: Nullable(Type.Boolean(), {
      description: 'Null if the request did not wait, or there was no verdict.',
    }),
    hasErrors: Type.Boolean({ description: 'There is no verdict because of a problem on our side.' }),
    responseTime: Type.Optional(Nullable(Type.Number(), { description: 'Milliseconds; API checks only.' })),
    checkSessionId: Nullable(Uuid(), {
      description: 'Null if nothing was started, or the request did not wait.',
    }),
    error: Nullable(Type.String(), { description: 'Why the check was not run.' }),
    secretsWithheldFrom: SecretsWithheldFrom,
  }),
)
export type TriggeredCheck = Static<typeof TriggeredCheck>

/** What came of each check, in the order in which they were begun. */
export const TriggeredGroup = component('TriggeredGroup', Type.Array(TriggeredCheck))
