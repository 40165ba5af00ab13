import { randomUUIDv7 } from 'node:crypto'
import { isRecord } from '@sonde/ground/is-record.ts'
import { CheckTryPlace, StartedCheckTry } from '@sonde/schema/runs/trial-run.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { applyGroup } from '@sonde/schema/checks/effective-check.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import {
  countOpenTries,
  forgetOlderTries,
  insertTry,
  trySealContext,
  type CheckTryRow,
} from '@sonde/store/runs/trial-runs.ts'
import { findCheck, type CheckRow } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { anyCheckTry } from '../checks/any-check.ts'
import { bodyValidatedByRoute } from '../checks/body-validated-by-route.ts'
import {
  columnsOf,
  documentOf,
  newDocument,
  type CheckDocument,
} from '@sonde/actions/checks/check-document.ts'
import { requireReferences } from '@sonde/actions/checks/check-references.ts'
import { kindOfNewCheck, validateNewCheck } from '@sonde/actions/checks/validate-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { Refusal, notFound, invalidInput } from '@sonde/actions/refusal.ts'
import { placeOfTry } from './place-of-try.ts'

/** Of one account, that have not ended. */
const mostOpen = 20
/** Of one account, that have ended and can still be asked for. */
const mostKept = 100

export function startCheckTry(app: App, deps: ApiDeps): void {
  const judgePlace = createValidator().compile(CheckTryPlace, { complete: true })

  app.post(
    '/v1/checks/try',
    {
      validatorCompiler: bodyValidatedByRoute(app),
      schema: {
        summary: 'Run a check once without saving it',
        description:
          'The check is judged as if it were created, then runs once at one location: no retries, no alerts, and ' +
          'nothing in results or figures. Ask for what it found with the id that is answered.',
        tags: ['Checks'],
        body: anyCheckTry(),
        response: answers({ 202: StartedCheckTry }, 409),
      },
      // Not less than creating it asks for: a request that names secrets of the account may go anywhere.
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
      preHandler: async (request) => {
        const { place, check } = partsOf(request.body)
        const violations = [...validateNewCheck(check), ...judgePlace(place)]
        if (place.location !== undefined && place.privateLocation !== undefined) {
          violations.push({ path: 'privateLocation', message: 'cannot be given together with location' })
        }
        if (violations.length > 0) throw invalidInput(violations)
        if (!kindOfNewCheck(check).run) throw nothingToRun(kindOfNewCheck(check))
      },
    },
    async (request, reply) => {
      const { place, check } = partsOf(request.body)
      const kind = kindOfNewCheck(check)
      const document = newDocument(kind, check)
      const { id: accountId } = accountOf(request)
      const id = randomUUIDv7()
      const createdAt = deps.clock.now()
      await deps.store.write(async (db) => {
        await requireReferences(db, accountId, document)
        if ((await countOpenTries(db, accountId)) >= mostOpen) throw tooManyOpen()
        const whole = { ...document, ...(await keptVariables(db, accountId, place.checkId, document)) }
        const row = await effectiveRow(db, { id, accountId, kind, document: whole, createdAt })
        const { place: name, location } = await placeOfTry(db, deps, { accountId, wanted: place, row })
        await insertTry(db, { ...toTry(row), place: name, location })
        await forgetOlderTries(db, { accountId, kept: mostKept })
        // Forgotten within the hour, while what it sent, and secrets with it, may have gone anywhere.
        await recordChange(db, actorOf(request, deps), {
          entityType: 'CHECK_TRY',
          entityId: id,
          entityName: row.name,
          before: null,
          after: {
            checkType: kind.checkType,
            ...document,
            location,
            ...(place.checkId === undefined ? {} : { checkId: place.checkId }),
          },
        })
      })
      await deps.runs.tryWritten()
      return reply.code(202).send({ id, status: 'QUEUED' })
    },
  )

  /** Values that nobody can read back are taken from the check that is being edited. */
  async function keptVariables(
    db: Db,
    accountId: string,
    checkId: string | undefined,
    { environmentVariables }: CheckDocument,
  ): Promise<Partial<CheckDocument>> {
    if (checkId === undefined) return {}
    const stored = await findCheck(db, { accountId, id: checkId })
    if (stored === null) throw notFound('check')
    if (environmentVariables) return {}
    return { environmentVariables: documentOf(stored, deps.store.sealer).environmentVariables }
  }

  /** As the check would run: with what its group imposes. */
  async function effectiveRow(
    db: Db,
    {
      id,
      accountId,
      kind,
      document,
      createdAt,
    }: { id: string; accountId: string; kind: CheckKind; document: CheckDocument; createdAt: number },
  ): Promise<CheckRow> {
    const { sealer } = deps.store
    const row: CheckRow = {
      id,
      accountId,
      checkType: kind.checkType,
      status: null,
      createdAt,
      updatedAt: null,
      ...columnsOf(id, document, { ...sealer, seal: (text) => sealer.seal(text, trySealContext(id)) }),
    }
    const { groupId } = row
    return applyGroup(row, groupId === null ? null : await findGroup(db, { accountId, id: groupId }))
  }
}

type Parts = { place: CheckTryPlace; check: Readonly<Record<string, unknown>> }

/** What is said of the try itself, apart from the check. */
function partsOf(body: unknown): Parts {
  if (!isRecord(body)) throw invalidInput([{ path: '', message: 'must be an object' }])
  const { location, privateLocation, checkId, ...check } = body
  const given = Object.entries({ location, privateLocation, checkId }).filter(
    ([, value]) => value !== undefined,
  )
  return { place: asPlace(Object.fromEntries(given)), check }
}

/** Safe because the route judges it by its schema before anything else looks at it. */
function asPlace(value: object): CheckTryPlace {
  return value as CheckTryPlace
}

function toTry(row: CheckRow): Omit<CheckTryRow, 'place' | 'location'> {
  return {
    id: row.id,
    accountId: row.accountId,
    checkType: row.checkType,
    name: row.name,
    groupId: row.groupId,
    config: row.config,
    sealedConfig: row.sealedConfig,
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
    { path: 'checkType', message: `names a ${title}, which waits for pings: there is nothing to run` },
  ])
}

function tooManyOpen(): Refusal {
  return new Refusal('try-later', `${mostOpen} checks are being tried already: wait for one of them to end`, {
    retryAfterSeconds: 5,
  })
}
