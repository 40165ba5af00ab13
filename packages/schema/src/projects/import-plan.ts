import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { LogicalId } from './project-deploy.ts'
import { resourceTypes } from './project-resource.ts'

/** Names of its fields as the programs of the reference read them. */
export const ProjectSummary = component(
  'ProjectSummary',
  Type.Object({
    id: Uuid(),
    name: Type.String(),
    logicalId: Type.String(),
    repoUrl: Nullable(Type.String()),
    created_at: Timestamp(),
  }),
)
export const ProjectSummaryList = component('ProjectSummaryList', Type.Array(ProjectSummary))

export const ProjectCreate = component(
  'ProjectCreate',
  Type.Object({
    logicalId: LogicalId,
    name: Type.String({ minLength: 1, maxLength: 1000 }),
    repoUrl: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
  }),
)
export type ProjectCreate = Static<typeof ProjectCreate>

const mostFilters = 20_000

const physicalId = Type.Unsafe<string | number>({
  anyOf: [{ type: 'string', minLength: 1, maxLength: 100 }, { type: 'integer' }],
})

export const ImportPlanCreate = component(
  'ImportPlanCreate',
  Type.Object({
    filters: Type.Optional(
      Type.Array(
        Type.Object({
          type: OneOf(['include', 'exclude']),
          resource: Type.Optional(
            Type.Object({ type: OneOf(resourceTypes), physicalId: Type.Optional(physicalId) }),
          ),
        }),
        {
          maxItems: mostFilters,
          description: 'The last one that fits decides; none, or no list: everything is imported.',
        },
      ),
    ),
    friends: Type.Optional(
      Type.Array(Type.Object({ type: OneOf(resourceTypes), logicalId: LogicalId }), {
        maxItems: mostFilters,
        description: 'What the code of the project has already, so that the plan can name it.',
      }),
    ),
  }),
)
export type ImportPlanCreate = Static<typeof ImportPlanCreate>

const ImportResource = component(
  'ImportResource',
  Type.Object({
    type: OneOf(resourceTypes),
    logicalId: Type.String({ description: 'What the code should call it.' }),
    physicalId: Type.Unsafe<string | number>({ description: 'Its id in the account.' }),
    member: Type.Boolean(),
    payload: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'As it is, with the ids of what it names; secrets are left out or masked.',
    }),
  }),
)
export type ImportResource = Static<typeof ImportResource>

const ImportFriend = component(
  'ImportFriend',
  Type.Object({
    type: OneOf(resourceTypes),
    logicalId: Type.String(),
    physicalId: Type.Unsafe<string | number>({}),
  }),
)
export type ImportFriend = Static<typeof ImportFriend>

const ImportChanges = component(
  'ImportChanges',
  Type.Object({
    resources: Type.Array(ImportResource),
    friends: Type.Array(ImportFriend),
    auxiliary: Type.Array(
      component(
        'ImportSnippet',
        Type.Object({
          type: OneOf(['snippet']),
          physicalId: Type.Integer(),
          payload: Type.Object({ id: Type.Integer(), name: Type.String(), script: Type.String() }),
        }),
      ),
    ),
  }),
)
export type ImportChanges = Static<typeof ImportChanges>

export const ImportPlan = component(
  'ImportPlan',
  Type.Object({
    id: Type.Optional(Uuid({ description: 'Absent for a preview.' })),
    createdAt: Timestamp(),
    appliedAt: Type.Optional(Timestamp({ description: 'Absent until it is applied.' })),
    committedAt: Type.Optional(Timestamp({ description: 'Absent until it is committed.' })),
    changes: ImportChanges,
    warnings: Type.Array(Type.String(), {
      description: 'What was left out or has to be completed, and why.',
    }),
  }),
)
export type ImportPlan = Static<typeof ImportPlan>
export const ImportPlanList = component('ImportPlanList', Type.Array(ImportPlan))

const isOnly = (description: string) => Type.Boolean({ default: false, description })

export const ImportPlanQuery = Type.Object({
  onlyUnapplied: isOnly('Only those that are not applied yet.'),
  onlyUncommitted: isOnly('Only those that are not committed yet.'),
})
export type ImportPlanQuery = Static<typeof ImportPlanQuery>

export const ImportPreviewQuery = Type.Object({
  preview: Type.Boolean({ default: false, description: 'Store nothing.' }),
})

export const ImportPlanParams = Type.Object({ planId: Uuid() })
