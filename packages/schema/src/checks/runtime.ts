import { Type, type Static } from 'typebox'
import { OneOf, component } from '../validation/building-blocks.ts'

/** Newest first. All of them stay valid input, whatever their stage. */
export const runtimeIds = [
  '2026.04',
  '2025.04',
  '2024.09',
  '2024.02',
  '2023.09',
  '2023.02',
  '2022.10',
] as const
export type RuntimeId = (typeof runtimeIds)[number]

export const defaultRuntimeId: RuntimeId = '2026.04'

/** Those that multistep checks can use. */
export const multiStepRuntimeIds: readonly RuntimeId[] = runtimeIds.filter((id) => id >= '2023.09')

export const Runtime = component(
  'Runtime',
  Type.Object({
    name: Type.String({ minLength: 1 }),
    multiStepSupport: Type.Boolean(),
    nodeJsVersion: Type.String({ minLength: 1 }),
    stage: Type.Optional(
      component(
        'RuntimeStage',
        OneOf(['ALPHA', 'BETA', 'CURRENT', 'DEPRECATED', 'REMOVED', 'STABLE'] as const),
      ),
    ),
    runtimeEndOfLife: Type.Optional(Type.String({ minLength: 1 })),
    description: Type.Optional(Type.String({ minLength: 1 })),
    dependencies: component(
      'RuntimeDependencies',
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string', minLength: 1 },
      }),
    ),
  }),
)
export type Runtime = Static<typeof Runtime>

export const RuntimeList = component('RuntimeList', Type.Array(Runtime))
