import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Uuid, component } from '../validation/building-blocks.ts'

/** The same failure of a check, again and again. */
export const ErrorGroup = component(
  'ErrorGroup',
  Type.Object({
    id: Uuid(),
    checkId: Uuid(),
    errorHash: Type.String({ description: 'SHA-256 of the cleaned message, in hexadecimal digits.' }),
    rawErrorMessage: Nullable(Type.String(), { description: 'Message of the first failure.' }),
    cleanedErrorMessage: Type.String({
      description: 'Message without ids, numbers, times and durations.',
    }),
    firstSeen: Timestamp(),
    lastSeen: Timestamp(),
    archivedUntilNextEvent: Type.Boolean(),
    rootCauseAnalyses: Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'Always empty.',
    }),
  }),
)
export type ErrorGroup = Static<typeof ErrorGroup>

export const ErrorGroupsList = component('ErrorGroupsList', Type.Array(ErrorGroup))

export const ErrorGroupPatch = component(
  'ErrorGroupPatch',
  Type.Object({
    archiveForEver: Type.Optional(
      Type.Boolean({ description: 'True: it is never listed again. False undoes this.' }),
    ),
    archivedUntilNextEvent: Type.Optional(
      Type.Boolean({ description: 'True: it is not listed until the check fails in this way again.' }),
    ),
  }),
)
export type ErrorGroupPatch = Static<typeof ErrorGroupPatch>

export const ErrorGroupParams = Type.Object({ id: Uuid() })
export const ErrorGroupCheckParams = Type.Object({ checkId: Uuid() })
