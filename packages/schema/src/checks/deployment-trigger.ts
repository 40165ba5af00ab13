import { Type, type Static } from 'typebox'
import { type Rule, withRules } from '../validation/annotations.ts'
import { Nullable, OneOf, RowNumber, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { type DataCenterLocation, dataCenterLocations } from '../agents/location.ts'
import { AllowedHosts } from './allowed-hosts.ts'
import { regularExpressionMistake } from '../check-types/regular-expression.ts'

const providers = ['GITHUB'] as const
const defaultLocation: DataCenterLocation = 'us-east-1'

/** What a trigger has unless told. */
export const deploymentTriggerDefaults = {
  checkId: null,
  groupId: null,
  repoLink: '',
  useEnvironmentUrl: true,
  includeScreenshots: false,
  provider: 'GITHUB',
  runLocation: defaultLocation,
  environmentRegexFilter: null,
  environmentUrlRegexFilter: null,
} as const

const longestName = 1_000

/** What a deployment tells of itself. Repository and sha together are a key, which databases want short. */
export const deploymentLimits = {
  repository: 300,
  sha: 200,
  environmentName: 1_000,
  environmentUrl: 2_048,
  deploymentId: 1_000,
} as const

export const DeploymentTrigger = component(
  'DeploymentTrigger',
  Type.Object({
    id: Type.Integer(),
    checkId: Nullable(Uuid()),
    groupId: Nullable(Type.Integer()),
    provider: Type.String(),
    repoId: Type.String(),
    repoName: Type.String(),
    repoLink: Nullable(Type.String()),
    useEnvironmentUrl: Type.Boolean(),
    includeScreenshots: Type.Boolean(),
    environmentRegexFilter: Nullable(Type.String()),
    environmentUrlRegexFilter: Nullable(Type.String()),
    runLocation: Type.String(),
    allowedHosts: AllowedHosts,
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
  }),
)
export type DeploymentTrigger = Static<typeof DeploymentTrigger>

export const DeploymentTriggers = component('DeploymentTriggers', Type.Array(DeploymentTrigger))

const namesOneTarget: Rule = ({ checkId, groupId }) =>
  ((checkId ?? null) === null) === ((groupId ?? null) === null)
    ? [{ path: 'checkId', message: 'or groupId is required; set only one of them' }]
    : []

const hasGoodFilters: Rule = (value) =>
  ['environmentRegexFilter', 'environmentUrlRegexFilter'].flatMap((path) => {
    const pattern = value[path]
    const message = typeof pattern === 'string' ? regularExpressionMistake(pattern) : null
    return message === null ? [] : [{ path, message }]
  })

function filter(description: string) {
  const { environmentRegexFilter: byDefault } = deploymentTriggerDefaults
  return Type.Optional(Nullable(Type.String({ maxLength: 255 }), { default: byDefault, description }))
}

export const CreateDeploymentTrigger = component(
  'CreateDeploymentTrigger',
  withRules(
    Type.Object({
      checkId: Type.Optional(Nullable(Uuid())),
      groupId: Type.Optional(Nullable(RowNumber())),
      repoId: Type.Unsafe<number | string>({
        anyOf: [{ type: 'number' }, { type: 'string', minLength: 1, maxLength: longestName }],
        description: 'Id of the repository at the provider.',
      }),
      repoName: Type.String({
        minLength: 1,
        maxLength: longestName,
        description: 'With its owner, as in acme/shop. A deployment matches by this or by repoId.',
      }),
      repoLink: Type.Optional(Type.String({ maxLength: 2_048, default: deploymentTriggerDefaults.repoLink })),
      useEnvironmentUrl: Type.Optional(
        Type.Boolean({
          default: deploymentTriggerDefaults.useEnvironmentUrl,
          description: 'URL and API checks use the address of the deployment.',
        }),
      ),
      includeScreenshots: Type.Optional(
        Type.Boolean({ default: deploymentTriggerDefaults.includeScreenshots }),
      ),
      provider: Type.Optional(OneOf(providers, { default: deploymentTriggerDefaults.provider })),
      runLocation: Type.Optional(
        OneOf(dataCenterLocations, { default: deploymentTriggerDefaults.runLocation }),
      ),
      environmentRegexFilter: filter(
        'Text that the name of the environment must contain for the trigger to fire.',
      ),
      environmentUrlRegexFilter: filter(
        'Text that the address of the environment must contain for the trigger to fire.',
      ),
      allowedHosts: Type.Optional({ ...AllowedHosts, default: [] }),
    }),
    namesOneTarget,
    hasGoodFilters,
  ),
)
export type CreateDeploymentTrigger = Static<typeof CreateDeploymentTrigger>

export const DeploymentTriggerParams = Type.Object({
  id: Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'a positive whole number' }),
})

export const DeploymentWebhookSecret = component(
  'DeploymentWebhookSecret',
  Type.Object({
    secret: Type.String({ description: 'Shown only here. The previous one is no longer valid.' }),
    url: Type.String({ description: 'Address for the webhook, which must send application/json.' }),
  }),
)
export type DeploymentWebhookSecret = Static<typeof DeploymentWebhookSecret>

export const DeploymentWebhookParams = Type.Object({ accountId: Uuid() })

/** What an event has set off. */
export const DeploymentWebhookAnswer = component(
  'DeploymentWebhookAnswer',
  Type.Object({
    triggered: Type.Integer({ description: 'Number of triggers that it fired.' }),
    notStarted: Type.Array(Type.Object({ triggerId: Type.Integer(), reason: Type.String() })),
    ignored: Nullable(Type.String({ description: 'Why it fired none.' })),
  }),
)
export type DeploymentWebhookAnswer = Static<typeof DeploymentWebhookAnswer>

const Deployment = component(
  'Deployment',
  Type.Object({
    id: Type.Integer(),
    repository: Type.String(),
    sha: Type.String(),
    environmentName: Nullable(Type.String()),
    environmentUrl: Nullable(Type.String()),
    deploymentId: Nullable(Type.String()),
    createdAt: Timestamp(),
  }),
)

export const DeploymentList = component('DeploymentList', Type.Array(Deployment))
