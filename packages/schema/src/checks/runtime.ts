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

type Stage = NonNullable<Runtime['stage']>

function runtime(name: RuntimeId, node: string, playwright: string, stage: Stage): Runtime {
  return {
    name,
    multiStepSupport: name >= '2023.09',
    nodeJsVersion: node,
    stage,
    description: `Node.js ${node} with Playwright ${playwright}`,
    dependencies: { '@playwright/test': playwright, playwright },
  }
}

export const runtimes: readonly Runtime[] = [
  runtime('2026.04', '24.13.1', '1.58.2', 'CURRENT'),
  runtime('2025.04', '22.11.0', '1.51.1', 'STABLE'),
  runtime('2024.09', '18.20.3', '1.48.2', 'DEPRECATED'),
  runtime('2024.02', '18.20.3', '1.42.1', 'DEPRECATED'),
  runtime('2023.09', '18.20.3', '1.38.1', 'DEPRECATED'),
  runtime('2023.02', '16.20.2', '1.32.1', 'DEPRECATED'),
  runtime('2022.10', '16.20.2', '1.28.0', 'DEPRECATED'),
]
