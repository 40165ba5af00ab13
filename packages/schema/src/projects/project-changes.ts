import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, component } from '../validation/building-blocks.ts'
import { LogicalId, ProjectParams } from './project-deploy.ts'

/** What can be renamed, moved and adopted. What joins two things follows the check or group that it is of. */
export const ownedTypes = [
  'check',
  'check-group',
  'alert-channel',
  'maintenance-window',
  'private-location',
  'dashboard',
  'status-page',
  'status-page-service',
  'status-page-component',
  'status-page-automation-rule',
] as const
export type OwnedType = (typeof ownedTypes)[number]

export const ProjectUpdate = component(
  'ProjectUpdate',
  Type.Object(
    {
      logicalId: Type.Optional(LogicalId),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    },
    { minProperties: 1 },
  ),
)
export type ProjectUpdate = Static<typeof ProjectUpdate>

export const ProjectResourceParams = Type.Object({
  ...ProjectParams.properties,
  type: OneOf(ownedTypes),
  resourceLogicalId: Type.String({ minLength: 1, maxLength: 255 }),
})

export const ProjectResourceUpdate = component(
  'ProjectResourceUpdate',
  Type.Object(
    {
      logicalId: Type.Optional(LogicalId),
      project: Type.Optional(LogicalId),
    },
    { minProperties: 1 },
  ),
)
export type ProjectResourceUpdate = Static<typeof ProjectResourceUpdate>

export const ProjectResourceAdoption = component(
  'ProjectResourceAdoption',
  Type.Object({
    type: OneOf(ownedTypes),
    logicalId: LogicalId,
    physicalId: Type.Unsafe<string | number>({
      anyOf: [{ type: 'string', minLength: 1, maxLength: 100 }, { type: 'integer' }],
      description: 'The id of something of the account that no project owns.',
    }),
  }),
)
export type ProjectResourceAdoption = Static<typeof ProjectResourceAdoption>

const mostAdopted = 20_000

export const ProjectAdoption = component(
  'ProjectAdoption',
  Type.Object({
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1000, description: 'Of the project, if it is a new one.' }),
    ),
    resources: Type.Array(ProjectResourceAdoption, { maxItems: mostAdopted }),
  }),
)
export type ProjectAdoption = Static<typeof ProjectAdoption>

export const ProjectAdoptionResult = component(
  'ProjectAdoptionResult',
  Type.Object({
    adopted: Type.Integer({ minimum: 0, description: 'How many of them the project did not own before.' }),
  }),
)

export const ProjectResource = component(
  'ProjectResource',
  Type.Object({
    project: Type.String({ description: 'Logical id of the project.' }),
    type: OneOf(ownedTypes),
    logicalId: Type.String(),
    physicalId: Type.Unsafe<string | number>({ description: 'Its id in the account.' }),
    sourceFile: Nullable(Type.String()),
    deployedAt: Timestamp(),
  }),
)
export type ProjectResource = Static<typeof ProjectResource>
export const ProjectResourceList = component('ProjectResourceList', Type.Array(ProjectResource))
