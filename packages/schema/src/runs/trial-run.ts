import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { ResultVerdict } from '../checks/check-overview.ts'
import { AssetName, CheckResult } from '../check-types/check-result.ts'
import { mostLiveLines, RunLogLine } from './run-log.ts'
import { longestWaitSeconds } from './check-session.ts'
import { checkTypeNames } from '../check-types/check-type.ts'
import { artifactTypes } from '../agents/artifact-protocol.ts'
import { dataCenterLocations } from '../agents/location.ts'

/** One run of a check that nobody has saved. */

export const trialRunStatuses = ['QUEUED', 'RUNNING', 'ENDED', 'FAILED_TO_RUN'] as const
export type TrialRunStatus = (typeof trialRunStatuses)[number]

/** What a try says beside the check itself. */
export const TrialRunTarget = Type.Object({
  location: Type.Optional(
    OneOf(dataCenterLocations, {
      description: 'Location. Default: the first location of the check.',
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
        'The check that is being edited: if the body has no `environmentVariables`, those of the check are used.',
    }),
  ),
  updateSnapshots: Type.Optional(
    Type.Boolean({
      description:
        'Browser checks: make golden files anew instead of comparing with them. The result has their keys, for `snapshots` of the check.',
    }),
  ),
})
export type TrialRunTarget = Static<typeof TrialRunTarget>

const status = OneOf(trialRunStatuses, {
  description: 'ENDED: it has a verdict. FAILED_TO_RUN: it could not check its target; `reason` says why.',
})

export const StartedCheckTry = component('StartedCheckTry', Type.Object({ id: Uuid(), status }))

export const CheckTryParams = Type.Object({ id: Uuid() })

export const CheckTryAssetParams = Type.Object({
  ...CheckTryParams.properties,
  name: AssetName,
})

export const CheckTryAssets = component(
  'CheckTryAssets',
  Type.Object({
    assets: Type.Array(
      Type.Object({
        type: OneOf(artifactTypes),
        name: Type.String(),
        url: Type.String({ description: 'Address; needs the same API key.' }),
        contentType: Type.String(),
        size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
        missing: Type.Optional(
          Type.String({ description: 'Why the file cannot be downloaded; absent if it can.' }),
        ),
      }),
    ),
  }),
)

export const CheckTryQuery = Type.Object({
  maxWaitSeconds: Type.Number({
    minimum: 0,
    maximum: longestWaitSeconds,
    default: 0,
    description: 'Seconds to wait for it to end.',
  }),
  logFrom: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: mostLiveLines,
      description: 'Lines of the log that are known already: the others end the wait, too.',
    }),
  ),
})

export const CheckTry = component(
  'CheckTry',
  Type.Object({
    id: Uuid(),
    checkType: OneOf(checkTypeNames),
    status,
    location: Type.String({ description: 'Code of the data center or slug of the private location.' }),
    waitingFor: Nullable(Type.String(), {
      description: 'While it is QUEUED: what it is waiting for.',
    }),
    createdAt: Timestamp(),
    startedAt: Nullable(Timestamp()),
    endedAt: Nullable(Timestamp()),
    verdict: Nullable(ResultVerdict),
    reason: Nullable(Type.String(), { description: 'Why it did not pass or did not run.' }),
    log: Type.Array(RunLogLine, {
      description:
        'While it is RUNNING: what its scripts have printed, from `logFrom` on. Afterwards the result has all of it.',
    }),
    result: Nullable(CheckResult, {
      'x-component': 'CheckTryResult',
      description: 'The same as for a saved check, with the id of the trial run in place of the check id.',
    }),
  }),
)
export type CheckTry = Static<typeof CheckTry>
