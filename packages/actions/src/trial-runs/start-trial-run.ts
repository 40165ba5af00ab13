import { randomUUIDv7 } from 'node:crypto'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { applyGroup } from '@sonde/schema/checks/effective-check.ts'
import { TrialRunTarget } from '@sonde/schema/runs/trial-run.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import { type CheckRow, findCheck } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import {
  type NewTrialRun,
  countOpenTrialRuns,
  forgetOlderTrialRuns,
  insertTrialRun,
  trialRunSealContext,
} from '@sonde/store/runs/trial-runs.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { type CheckDocument, columnsOf, documentOf, newDocument } from '../checks/check-document.ts'
import { requireReferences } from '../checks/check-references.ts'
import { kindOfNewCheck, validateNewCheck } from '../checks/validate-check.ts'
import { invalidInput, notFound, Refusal } from '../refusal.ts'
import { trialRunLocation } from './trial-run-location.ts'

/** Of one account, that have not ended. */
const mostOpen = 20
/** Of one account, that have ended and can still be asked for. */
const mostKept = 100

const validateTarget = createValidator().compile(TrialRunTarget, { complete: true })

/** Validates the check as if it were created, and where it is to run; throws the refusal that names every mistake. */
export function requireValidTrialRun(input: unknown): void {
  const { target, check } = partsOf(input)
  const violations = [...validateNewCheck(check), ...validateTarget(target)]
  if (target.location !== undefined && target.privateLocation !== undefined) {
    violations.push({ path: 'privateLocation', message: 'cannot be used together with location' })
  }
  if (violations.length > 0) throw invalidInput(violations)
  const kind = kindOfNewCheck(check)
  if (!kind.run) throw nothingToRun(kind)
  if (target.updateSnapshots === true && kind.checkType !== 'BROWSER')
    throw invalidInput([{ path: 'updateSnapshots', message: 'is for browser checks only' }])
}

/** Runs a check once without saving it. Returns the id of the trial run, which is queued. */
export async function startTrialRun(
  deps: Pick<ActionDeps, 'store' | 'clock' | 'runs' | 'servedLocations' | 'standIns'>,
  actor: Actor,
  {
    input,
  }: {
    /** Accepted by `requireValidTrialRun`. */
    input: unknown
  },
): Promise<string> {
  const { target, check } = partsOf(input)
  const kind = kindOfNewCheck(check)
  const document = newDocument(kind, check)
  const { accountId } = actor
  const { sealer } = deps.store
  const id = randomUUIDv7()
  const createdAt = deps.clock.now()
  await deps.store.write(async (db) => {
    await requireReferences(db, accountId, document)
    if ((await countOpenTrialRuns(db, accountId)) >= mostOpen) throw tooManyOpen()
    const variables = await keptVariables(db, sealer, accountId, target.checkId, document)
    const whole = {
      ...document,
      ...variables,
      ...(target.updateSnapshots === true ? { updateSnapshots: true } : {}),
    }
    const row = await effectiveRow(db, sealer, { id, accountId, kind, document: whole, createdAt })
    const { place, location } = await trialRunLocation(db, deps, { accountId, target, row })
    await insertTrialRun(db, { ...newTrialRun(row), place, location })
    await forgetOlderTrialRuns(db, { accountId, kept: mostKept })
    // Forgotten within the hour, while what it sent, and secrets with it, may have gone anywhere.
    await recordChange(db, actor, {
      entityType: 'CHECK_TRY',
      entityId: id,
      entityName: row.name,
      before: null,
      after: {
        checkType: kind.checkType,
        ...document,
        location,
        ...(target.checkId === undefined ? {} : { checkId: target.checkId }),
        ...(target.updateSnapshots === true ? { updateSnapshots: true } : {}),
      },
    })
  })
  await deps.runs.trialRunWritten()
  return id
}

/** Values that nobody can read back are taken from the check that is being edited. */
async function keptVariables(
  db: Db,
  sealer: Sealer,
  accountId: string,
  checkId: string | undefined,
  { environmentVariables }: CheckDocument,
): Promise<Partial<CheckDocument>> {
  if (checkId === undefined) return {}
  const stored = await findCheck(db, { accountId, id: checkId })
  if (stored === null) throw notFound('check')
  if (environmentVariables) return {}
  return { environmentVariables: documentOf(stored, sealer).environmentVariables }
}

/** As the check would run: with what its group imposes. */
export async function effectiveRow(
  db: Db,
  sealer: Sealer,
  {
    id,
    accountId,
    kind,
    document,
    createdAt,
  }: { id: string; accountId: string; kind: CheckKind; document: CheckDocument; createdAt: number },
): Promise<CheckRow> {
  const row: CheckRow = {
    id,
    accountId,
    checkType: kind.checkType,
    status: null,
    createdAt,
    updatedAt: null,
    ...columnsOf({ id, checkType: kind.checkType }, document, sealer, trialRunSealContext(id)),
  }
  const { groupId } = row
  return applyGroup(row, groupId === null ? null : await findGroup(db, { accountId, id: groupId }))
}

type Parts = { target: TrialRunTarget; check: Readonly<Record<string, unknown>> }

/** What is said of the trial run itself, apart from the check. */
function partsOf(body: unknown): Parts {
  if (!isRecord(body)) throw invalidInput([{ path: '', message: 'must be an object' }])
  const { location, privateLocation, checkId, updateSnapshots, ...check } = body
  const entries = Object.entries({ location, privateLocation, checkId, updateSnapshots }).filter(
    ([, value]) => value !== undefined,
  )
  return { target: asTarget(Object.fromEntries(entries)), check }
}

/** Safe because it is validated by its schema before anything else looks at it. */
function asTarget(value: object): TrialRunTarget {
  return value as TrialRunTarget
}

export function newTrialRun(row: CheckRow): Omit<NewTrialRun, 'place' | 'location'> {
  return {
    id: row.id,
    accountId: row.accountId,
    checkType: row.checkType,
    name: row.name,
    groupId: row.groupId,
    config: row.config,
    sealedConfig: row.sealedConfig,
    sealedSecrets: row.sealedSecrets,
    createdAt: row.createdAt,
    status: 'QUEUED',
    waitingFor: null,
    startedAt: null,
    endedAt: null,
    reason: null,
    result: null,
  }
}

function nothingToRun({ title }: CheckKind): Refusal {
  return invalidInput([
    { path: 'checkType', message: `is a ${title}, which waits for pings: there is nothing to run` },
  ])
}

function tooManyOpen(): Refusal {
  return new Refusal('try-later', `${mostOpen} trial runs are already open: wait for one of them to end`, {
    retryAfterSeconds: 5,
  })
}
