import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { ResultVerdict } from '../checks/check-overview.ts'
import { CheckResult } from '../check-types/check-result.ts'
import { longestWaitSeconds } from './check-session.ts'
import { checkTypeNames } from '../check-types/check-type.ts'
import { dataCenterLocations } from '../agents/location.ts'

/** One run of a check that nobody has saved. */

export const trialRunStatuses = ['QUEUED', 'RUNNING', 'ENDED', 'FAILED_TO_RUN'] as const
export type TrialRunStatus = (typeof trialRunStatuses)[number]

/** What a try says beside the check itself. */
export const TrialRunTarget = Type.Object({
  location: Type.Optional(
    OneOf(dataCenterLocations, {
      description: 'Where to run it: the first of the locations of the check unless told.',
    }),
  ),
  privateLocation: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The same for a private location, by its slug or its id. Not together with `location`.',
    }),
  ),
  checkId: Type.Optional(
    Uuid({
      description:
        'The check that is being edited: where the body has no `environmentVariables`, its own are used.',
    }),
  ),
})
export type TrialRunTarget = Static<typeof TrialRunTarget>

const status = OneOf(trialRunStatuses, {
  description:
    'ENDED: it has a verdict. FAILED_TO_RUN: it could not look at its target, by our own trouble; `reason` says why.',
})

export const StartedCheckTry = component('StartedCheckTry', Type.Object({ id: Uuid(), status }))

export const CheckTryParams = Type.Object({ id: Uuid() })

export const CheckTryQuery = Type.Object({
  maxWaitSeconds: Type.Number({
    minimum: 0,
    maximum: longestWaitSeconds,
    default: 0,
    description: 'Answers when it has ended, or after so long.',
  }),
})

export const CheckTry = component(
  'CheckTry',
  Type.Object({
    id: Uuid(),
    checkType: OneOf(checkTypeNames),
    status,
    location: Type.String({ description: 'Code of the data center or slug of the private location.' }),
    waitingFor: Nullable(Type.String(), {
      description: 'While it is QUEUED: what it waits for, for people.',
    }),
    createdAt: Timestamp(),
    startedAt: Nullable(Timestamp()),
    endedAt: Nullable(Timestamp()),
    verdict: Nullable(ResultVerdict),
    reason: Nullable(Type.String(), { description: 'Why it did not pass, or could not be made.' }),
    result: Nullable(CheckResult, {
      'x-component': 'CheckTryResult',
      description:
        'As a run of a saved check would show it, with the id of the try in the place of that of the check.',
    }),
  }),
)
export type CheckTry = Static<typeof CheckTry>
