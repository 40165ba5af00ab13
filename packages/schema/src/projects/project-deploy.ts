import { Type, type Static } from 'typebox'
import { BacktestSummary } from '../alerts/alert-backtest.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { resourceTypes } from './project-resource.ts'

/** Of a deploy, after unpacking. */
export const deployBytes = 50 * 1024 * 1024

const mostResources = 20_000
const mostSharedFiles = 5_000

/**
 * Bytes of shared files, counted once for each check that names them: every check has a copy of its own. Sent once, a file of a
 * megabyte could else become gigabytes.
 */
export const mostSharedBytes = 100 * 1024 * 1024

/** Values of a JSON document, how deep they lie in each other, and how many one list may have. */
export const deployLimits = { values: 3_000_000, depth: 100, items: mostResources }

export const logicalIdPattern = '^[A-Za-z0-9_\\-/#.]+$'

export const longestLogicalId = 255

export const LogicalId = Type.String({
  minLength: 1,
  maxLength: longestLogicalId,
  pattern: logicalIdPattern,
  description: 'letters, digits and _ - / # .',
})

const anyObject = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
})

export const DeployResource = component(
  'DeployResource',
  Type.Object({
    // What joins two others is named by clients after both of them.
    logicalId: Type.String({ ...LogicalId, maxLength: 2 * longestLogicalId + 50 }),
    type: OneOf(resourceTypes),
    physicalId: Type.Optional(
      Type.Unsafe<string | number | null>({
        description: 'Of something that the project refers to and does not own.',
      }),
    ),
    member: Type.Boolean({ description: 'Whether the project owns it; false for a reference.' }),
    payload: Nullable(anyObject, { description: 'Its whole desired state; null for a reference.' }),
    sourceFile: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  }),
)
export type DeployResource = Static<typeof DeployResource>

export const SharedFiles = Type.Array(
  component(
    'SharedFile',
    Type.Object({
      path: Type.String({ minLength: 1, maxLength: 1000 }),
      content: Type.String({ maxLength: 1024 * 1024 }),
    }),
  ),
  { maxItems: mostSharedFiles, description: 'Files that several checks use, each once.' },
)
export type SharedFile = Static<typeof SharedFiles>[number]

export const ProjectDeploy = component(
  'ProjectDeploy',
  Type.Object({
    project: Type.Object({
      logicalId: LogicalId,
      name: Type.String({ minLength: 1, maxLength: 1000 }),
      repoUrl: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
    }),
    sharedFiles: Type.Optional(SharedFiles),
    resources: Type.Array(DeployResource, { maxItems: mostResources }),
    repoInfo: Type.Optional(Nullable(anyObject, { description: 'Commit and branch that this comes from.' })),
  }),
)
export type ProjectDeploy = Static<typeof ProjectDeploy>

const preserveResources = Type.Boolean({
  default: false,
  description: 'Keep what is no longer in the project instead of deleting it.',
})
const dryRun = Type.Boolean({
  default: false,
  description: 'Show what would change, without changing anything.',
})

export const DeployQuery = Type.Object(
  {
    dryRun,
    scheduleOnDeploy: Type.Boolean({
      default: true,
      description: 'Run each new or changed check once after the deploy.',
    }),
    preserveResources,
  },
  { additionalProperties: false },
)

export const DestroyQuery = Type.Object({ dryRun, preserveResources }, { additionalProperties: false })

export const ProjectParams = Type.Object({ logicalId: Type.String({ minLength: 1, maxLength: 255 }) })
export const DeploymentParams = Type.Object({ ...ProjectParams.properties, deploymentId: Uuid() })

export const deploymentStatuses = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const
export type DeploymentStatus = (typeof deploymentStatuses)[number]

const deployActions = ['CREATE', 'UPDATE', 'DELETE', 'DETACHED'] as const

const DeployBacktest = component(
  'DeployBacktest',
  Type.Object(
    {
      from: Timestamp(),
      to: Timestamp(),
      results: Type.Integer({ description: 'Final results of the check that were replayed.' }),
      current: Type.Integer({ description: 'Alerts with the settings as they are, reminders included.' }),
      proposed: Type.Integer({ description: 'Alerts with the settings of the code, reminders included.' }),
      summary: BacktestSummary,
    },
    {
      description:
        'Only in a dry run, of a check whose alert settings would change, by its own or by those of its group: what its results of the last seven days would have raised with them.',
    },
  ),
)
export type DeployBacktest = Static<typeof DeployBacktest>

export const DeployDiff = component(
  'DeployDiff',
  Type.Object({
    type: OneOf(resourceTypes),
    logicalId: Type.String(),
    physicalId: Type.Optional(
      Type.Unsafe<string | number>({ description: 'Absent for what a dry run would create.' }),
    ),
    action: OneOf(deployActions),
    changed: Type.Boolean({ description: 'False for an UPDATE of what is as the code has it.' }),
    changes: Type.Optional(Type.Array(Type.String(), { description: 'The fields that differ.' })),
    drift: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The fields that somebody has changed since the last deploy: this one overwrites them.',
      }),
    ),
    renamedFrom: Type.Optional(
      Type.String({
        description:
          'Of what a dry run would create: the logical id of one with the same content, which would be deleted. Rename it first to keep its results.',
      }),
    ),
    alertBacktest: Type.Optional(DeployBacktest),
  }),
)
export type DeployDiff = Static<typeof DeployDiff>

export const Project = component(
  'Project',
  Type.Object({
    id: Uuid(),
    logicalId: Type.String(),
    name: Type.String(),
    repoUrl: Nullable(Type.String()),
    createdAt: Timestamp(),
    updatedAt: Nullable(Timestamp()),
  }),
)
export type Project = Static<typeof Project>

const ListedProject = component(
  'ListedProject',
  Type.Object({
    ...Project.properties,
    resources: Type.Integer({ minimum: 0, description: 'How many things it owns.' }),
    drift: Type.Integer({
      minimum: 0,
      description: 'How many of them somebody has changed or deleted since the last deploy.',
    }),
    lastDeployment: Nullable(
      Type.Object({
        id: Uuid(),
        status: OneOf(deploymentStatuses),
        createdAt: Timestamp(),
      }),
    ),
  }),
)
export const ProjectList = component('ProjectList', Type.Array(ListedProject))

export const DeployResult = component(
  'DeployResult',
  Type.Object({
    project: Nullable(Type.Object(Project.properties)),
    diff: Type.Array(DeployDiff),
    warnings: Type.Array(Type.String()),
  }),
)
export type DeployResult = Static<typeof DeployResult>

const OriginText = (description: string) => Nullable(Type.String({ description }))

export const DeployOrigin = component(
  'DeployOrigin',
  Type.Object({
    source: OriginText('The program, such as `CLI`.'),
    clientVersion: OriginText('Of the program.'),
    operator: OriginText('Who runs the program: `manual`, `ci`, or the name of a tool.'),
    ciName: OriginText('The CI system.'),
    userId: Nullable(Uuid({ description: 'The user who deployed it; null for a service key.' })),
    keyName: OriginText('The API key that was used.'),
    commitId: OriginText('The commit that it was deployed from.'),
    branchName: OriginText('The branch of the commit.'),
    commitOwner: OriginText('Who made the commit.'),
    commitMessage: OriginText('The message of the commit.'),
  }),
)
export type DeployOrigin = Static<typeof DeployOrigin>

export const ProjectDeployment = component(
  'ProjectDeployment',
  Type.Object({
    id: Uuid(),
    logicalId: Type.String({ description: 'Of the project.' }),
    status: OneOf(deploymentStatuses),
    dryRun: Type.Boolean(),
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    result: Nullable(Type.Object(DeployResult.properties)),
    createdAt: Timestamp(),
    startedAt: Nullable(Timestamp()),
    endedAt: Nullable(Timestamp()),
    cancelRequestedAt: Nullable(Timestamp()),
    announcedAt: Nullable(
      Timestamp({
        description: 'When the schedule had followed and the first runs were started; null until then.',
      }),
    ),
    origin: Nullable(Type.Object(DeployOrigin.properties), {
      description: 'Where it was deployed from; null for older ones.',
    }),
  }),
)
export type ProjectDeployment = Static<typeof ProjectDeployment>

export const DeploymentConflictError = component(
  'DeploymentConflictError',
  Type.Object({
    statusCode: Type.Unsafe<number>({ type: 'number', enum: [409] }),
    error: OneOf(['Conflict']),
    message: Type.String(),
    deploymentId: Type.Optional(Uuid({ description: 'The deployment that is still running.' })),
  }),
)

export const ProjectDeploymentList = component('ProjectDeploymentList', Type.Array(ProjectDeployment))
