import { randomUUIDv7 } from 'node:crypto'
import type { Logger } from '@sonde/ground/logger.ts'
import { workOnChange } from '@sonde/ground/work-on-change.ts'
import type { DeployOrigin, DeployResult, ProjectDeploy } from '@sonde/schema/projects/project-deploy.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import { insertAuditEntry } from '@sonde/store/audit-log/audit-log.ts'
import {
  abandonDeployments,
  endDeployment,
  findDeployment,
  insertDeployment,
  openDeploymentOf,
  touchDeployment,
  type DeploymentRow,
} from '@sonde/store/projects/project-deployments.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { Refusal } from '../refusal.ts'
import { createAnnouncer } from './announce-deployments.ts'
import { backtestPreview } from './backtest-preview.ts'
import { DeploymentIsOpen } from './deployment-is-open.ts'
import { keyOf, PlanIsOld, type DeployPlan } from './deploy-plan.ts'
import { likelyRenames } from './likely-renames.ts'
import { diffOf, planDeploy } from './plan-deploy.ts'
import { prepareDeploy } from './prepare-deploy.ts'
import { projectAnswer } from './project-answer.ts'
import { DeployCancelled, writeDeploy } from './write-deploy.ts'

export type DeployOrder = {
  input: ProjectDeploy
  kind: 'deploy' | 'destroy'
  preserves: boolean
  /** Whether new and changed checks run once at once. */
  schedules: boolean
  origin: DeployOrigin | null
}

const mostTouchMs = 10_000
const mostPlans = 3
const pauseMs = 1000
/** The same on PostgreSQL, where every look is a question, and nothing is found in most that was written a moment ago. */
const askEveryMs = 5000
/** Of this server, whatever projects they are of: each holds its whole document until it is written. */
const mostAtOnce = 8
/** One account leaves room for others. */
const mostOfAccount = 4

export type Deployments = ReturnType<typeof createDeployments>

/** Deployments of projects: planned before anything is written, written at once, and worked on after the answer. */
export function createDeployments({
  deps,
  log,
  abandonedMs,
}: {
  deps: ActionDeps
  log: Logger
  /** Who has not been heard of for so long does not work on it any more. */
  abandonedMs: number
}) {
  const touchMs = touchEvery(abandonedMs)
  const underWay = new Map<string, Promise<void>>()
  const ours = () => [...underWay.keys()]
  /** From before they are planned until they are over, by account. */
  const places: string[] = []
  const announcer = createAnnouncer({ deps, log, abandonedMs, touchMs, ours })
  const resuming = workOnChange({
    name: 'resuming deployments',
    pauseMs: deps.store.changes === null ? Math.min(askEveryMs, Math.max(pauseMs, abandonedMs / 6)) : pauseMs,
    changes: deps.store.changes,
    clock: deps.clock,
    log,
    work: announcer.resume,
  })

  async function plan(actor: Actor, { input, preserves }: DeployOrder): Promise<DeployPlan> {
    const planned = await planDeploy(deps.store.read, { deps, actor, input, preserves })
    if (planned.mistakes.count > 0) throw new Refusal('invalid-input', String(planned.mistakes))
    return planned
  }

  /** Throws the refusal when too many are under way; else how to give the place back. */
  function takePlace(accountId: string): () => void {
    const ofAccount = places.filter((each) => each === accountId).length
    if (ofAccount >= mostOfAccount) throw tooMany(`${mostOfAccount} deployments of this account`)
    if (places.length >= mostAtOnce) throw tooMany(`${mostAtOnce} deployments`)
    places.push(accountId)
    return () => void places.splice(places.indexOf(accountId), 1)
  }

  return {
    /** What a deploy would do. */
    async preview(actor: Actor, order: DeployOrder): Promise<DeployResult> {
      const planned = await plan(actor, order)
      const ids = new Map(
        planned.resources.flatMap(({ resourceKind: { type }, logicalId, planned: { stored } }) =>
          stored === null ? [] : [[keyOf({ type, logicalId }), stored.id] as const],
        ),
      )
      const { backtests, unread } = await backtestPreview(deps.store.read, {
        plan: planned,
        accountId: actor.accountId,
        now: deps.clock.now(),
      })
      const diff = diffOf(planned, {
        preserves: order.preserves,
        physicalIdOf: (resource) => ids.get(keyOf(resource)) ?? null,
        renames: order.preserves ? new Map() : likelyRenames(planned),
      })
      return {
        project: planned.project === null ? null : projectAnswer(planned.project),
        diff: diff.map((each) => {
          const alertBacktest = backtests.get(keyOf(each))
          return alertBacktest === undefined ? each : { ...each, alertBacktest }
        }),
        warnings: [
          ...planned.warnings,
          ...(unread === 0
            ? []
            : [`${unread} more checks get other alert settings: their past results were not replayed`]),
        ],
      }
    },

    /** Begins one, which goes on after this has returned; throws `DeploymentIsOpen` while another one is not over. */
    async start(actor: Actor, order: DeployOrder): Promise<DeploymentRow> {
      const leave = takePlace(actor.accountId)
      try {
        const { row, planned } = await begin(actor, order)
        const work = carryOut({ ...actor, deploymentId: row.id }, order, row, planned).finally(() => {
          underWay.delete(row.id)
          leave()
        })
        underWay.set(row.id, work)
        return row
      } catch (error) {
        leave()
        throw error
      }
    },

    /** As it is now; one that nobody works on any more is over. */
    async find(key: { accountId: string; logicalId: string; id: string }): Promise<DeploymentRow | null> {
      const row = await findDeployment(deps.store.read, key)
      if (row === null || row.endedAt !== null || underWay.has(row.id)) return row
      const seenBefore = (await deps.store.now(deps.store.read)) - abandonedMs
      if (row.seenAt >= seenBefore) return row
      await deps.store.write((db) =>
        abandonDeployments(db, { seenBefore, at: deps.clock.now(), ours: ours() }),
      )
      return await findDeployment(deps.store.read, key)
    },

    /** Ends with the one of this server, if it is one, and at the latest after so long. */
    async settled(id: string, waitMs: number, signal: AbortSignal): Promise<void> {
      const { promise: waited, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, waitMs)
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
      await Promise.race([underWay.get(id) ?? waited, waited])
      clearTimeout(timer)
    },

    isHere: (id: string): boolean => underWay.has(id),

    /** What servers have left behind that have died. */
    resume: () => resuming.start(),

    /** Those that have begun are finished first. */
    async close(): Promise<void> {
      await Promise.all(underWay.values())
      await resuming.stop()
      await announcer.close()
    },
  }

  /** Plans it, and writes down that it has begun. */
  async function begin(
    actor: Actor,
    order: DeployOrder,
  ): Promise<{ row: DeploymentRow; planned: DeployPlan }> {
    const planned = await plan(actor, order)
    const { accountId } = actor
    const { logicalId } = order.input.project
    const now = deps.clock.now()
    const row: DeploymentRow = {
      id: randomUUIDv7(),
      accountId,
      logicalId,
      kind: order.kind,
      status: 'RUNNING',
      progress: 0,
      errorCode: null,
      errorMessage: null,
      result: null,
      createdAt: now,
      startedAt: now,
      endedAt: null,
      cancelRequestedAt: null,
      seenAt: now,
      announcedAt: null,
      schedules: order.schedules,
      origin: order.origin === null ? null : JSON.stringify(order.origin),
    }
    try {
      await deps.store.write(async (db) => {
        const seenAt = await deps.store.now(db)
        await abandonDeployments(db, { seenBefore: seenAt - abandonedMs, at: now, ours: ours() })
        await insertDeployment(db, { ...row, seenAt })
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const other = await openDeploymentOf(deps.store.read, { accountId, logicalId })
      throw new DeploymentIsOpen(other?.id ?? null)
    }
    return { row, planned }
  }

  async function carryOut(
    actor: Actor,
    order: DeployOrder,
    row: DeploymentRow,
    firstPlan: DeployPlan,
  ): Promise<void> {
    const touching = setInterval(() => {
      deps.store
        .write(async (db) => touchDeployment(db, { id: row.id, at: await deps.store.now(db) }))
        .catch((error: unknown) => log.warn({ err: error }, 'a deployment could not be marked as alive'))
    }, touchMs)
    try {
      const { result, tellOthers } = await writeAsPlanned(actor, order, row, firstPlan)
      // It is over for whoever waits for it; the rest never fails.
      void announcer.announce({ ...row, result }, tellOthers)
    } catch (error) {
      await fail(actor, row, error)
    } finally {
      clearInterval(touching)
    }
  }

  async function writeAsPlanned(actor: Actor, order: DeployOrder, row: DeploymentRow, firstPlan: DeployPlan) {
    let planned = firstPlan
    for (let plans = 1; ; plans++) {
      try {
        const prepared = await prepareDeploy(planned, {
          deps,
          actor,
          preserves: order.preserves,
          look: (share) => requireWanted(row.id, Math.round(90 * share)),
        })
        return await writeDeploy(planned, prepared, {
          deps,
          actor,
          input: order.input,
          preserves: order.preserves,
          kind: order.kind,
          deploymentId: row.id,
        })
      } catch (error) {
        if (!(error instanceof PlanIsOld) || plans === mostPlans) throw error
        planned = await plan(actor, order)
      }
    }
  }

  async function requireWanted(id: string, progress: number): Promise<void> {
    const { isWanted } = await deps.store.write(async (db) =>
      touchDeployment(db, { id, progress, at: await deps.store.now(db) }),
    )
    if (!isWanted) throw new DeployCancelled()
  }

  async function fail(actor: Actor, { id, logicalId }: DeploymentRow, error: unknown): Promise<void> {
    const end = endFor(error)
    if (end.error?.code === 'INTERNAL') log.error({ err: error }, 'a deployment failed')
    try {
      await deps.store.write(async (db) => {
        await endDeployment(db, id, { ...end, at: deps.clock.now() })
        await insertAuditEntry(db, {
          ...auditBase(actor),
          action: 'UPDATE',
          entityType: 'PROJECT',
          entityId: logicalId,
          entityName: logicalId,
          changes: [{ path: 'deployment', new: end.status }],
        })
      })
    } catch (failure) {
      // It is over for everybody when nobody has been heard of for a minute.
      log.error({ err: failure }, 'the end of a deployment could not be written')
    }
  }
}

/** So often that others hear of it several times before it counts as silent, however short that is. */
function touchEvery(abandonedMs: number): number {
  return Math.min(mostTouchMs, Math.max(abandonedMs / 6, 100))
}

function tooMany(what: string): Refusal {
  const message = `${what} are running on this server: retry in 5 s`
  return new Refusal('try-later', message, { retryAfterSeconds: 5 })
}

function endFor(error: unknown): {
  status: 'FAILED' | 'CANCELLED'
  error?: { code: string; message: string }
} {
  if (error instanceof DeployCancelled) return { status: 'CANCELLED' }
  if (error instanceof PlanIsOld) {
    const message = 'Others changed the same things at the same time, three times: deploy again'
    return { status: 'FAILED', error: { code: 'CONFLICT', message } }
  }
  if (error instanceof Refusal)
    return { status: 'FAILED', error: { code: 'REFUSED', message: error.message } }
  const message = 'The server could not write it. Nothing was changed; its log says why'
  return { status: 'FAILED', error: { code: 'INTERNAL', message } }
}

function auditBase({ accountId, at, type, userId, keyId, keyName, address, requestId, deploymentId }: Actor) {
  return { accountId, at, actorType: type, userId, keyId, keyName, address, requestId, deploymentId }
}
