import { Type, type Static } from 'typebox'
import { Nullable, OneOf, component } from '../validation/building-blocks.ts'

export const SecretFinding = component(
  'SecretFinding',
  Type.Object({
    entityType: OneOf([
      'CHECK',
      'CHECK_GROUP',
      'SNIPPET',
      'ALERT_CHANNEL',
      'INTEGRATION',
      'ENVIRONMENT_VARIABLE',
    ] as const),
    entityId: Type.String(),
    entityName: Nullable(Type.String()),
    checkType: Nullable(Type.String()),
    project: Nullable(Type.Object({ logicalId: Type.String(), name: Nullable(Type.String()) })),
    logicalId: Nullable(Type.String()),
    fieldPath: Type.String({ description: 'Path of the field, such as request.headers[2].value.' }),
    fieldKey: Nullable(Type.String(), { description: 'The name of the header, parameter or variable.' }),
    valuePreview: Nullable(Type.String(), {
      description:
        'The first four and the last two characters; null for a value of fewer than twelve. Never the whole value.',
    }),
  }),
)
export type SecretFinding = Static<typeof SecretFinding>

export const SecretFindings = component('SecretFindings', Type.Array(SecretFinding))
