import { readDayOverview } from '@sonde/analytics/day-overview.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import type { CheckOverviewRow, LastResult } from '@sonde/schema/checks/check-overview.ts'
import { slotsOf } from '@sonde/runs/schedule/slots.ts'
import { isPingedType, isRunType, kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { applyGroup } from '@sonde/schema/checks/effective-check.ts'
import { verdictOfHeartbeat } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import { apiStatuses, apiVerdicts } from '@sonde/schema/runs/api-verdicts.ts'
import { verdictOfEnd } from '@sonde/schema/runs/verdict.ts'
import { groupsByIds } from '@sonde/store/checks/check-groups.ts'
import type { OverviewCheck } from '@sonde/store/checks/check-overview.ts'
import { tagsOf } from '@sonde/store/checks/check-tags.ts'
import { activeMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import {
  lastHeartbeatEvents,
  lastResults,
  type LastHeartbeatEvent,
  type LastResultRow,
} from '@sonde/store/results/last-results.ts'
import type { ApiDeps } from '../api-deps.ts'
import { maintenanceOf } from './overview-maintenance.ts'
import { problemOfResult, readHeartbeatWaits, readProblems } from './overview-problems.ts'

export type OverviewDeps = Pick<ApiDeps, 'store' | 'clock' | 'rawRetentionDays' | 'rollupRetentionDays'>

/** What the overview shows of these checks of one account: a constant number of queries for any number of them. */
export async function overviewRows(
  deps: OverviewDeps,
  checks: readonly OverviewCheck[],
): Promise<CheckOverviewRow[]> {
  const { read } = deps.store
  const now = deps.clock.now()
  const [first] = checks
  if (first === undefined) return []
  const ids = checks.flatMap(({ groupId }) => groupId ?? [])
  const numbered = checks.map(({ id, checkNo, checkType }) => ({ checkId: id, checkNo, checkType }))
  const [groups, days, lastOf, problemOf, waitOf, maintenances] = await Promise.all([
    groupsByIds(read, { accountId: first.accountId, ids }),
    readDayOverview(deps, { checks: numbered, now }),
    readLastResults(deps, checks, now),
    readProblems(deps, checks, now),
    readHeartbeatWaits(deps, checks),
    activeMaintenances(read, { at: now, accountIds: [first.accountId] }),
  ])
  return checks.map((check) => {
    const group = check.groupId === null ? undefined : groups.get(check.groupId)
    const effective = applyGroup(check, group ?? null)
    const { activated, muted } = effective
    const day = days.get(check.id)
    const hasVerdict = activated && check.status !== null
    const slots = slotsOf(check)
    return {
      id: check.id,
      name: check.name,
      checkType: check.checkType,
      target: kindOf(check.checkType).run?.targetOf(check.config) ?? null,
      tags: tagsOf(check.config),
      activated,
      muted,
      group: group === undefined ? null : { id: group.id, name: group.name },
      periodSeconds: slots === null ? null : slots.periodMs / 1000,
      status: apiStatuses[activated ? (check.status ?? 'no-data') : 'paused'],
      statusSince: hasVerdict ? toText(check.statusSince) : null,
      ...lastOf(check, activated),
      problem: activated ? problemOf(check) : null,
      heartbeat: activated ? waitOf(check) : null,
      maintenance: maintenanceOf(maintenances, {
        accountId: check.accountId,
        checkId: check.id,
        groupId: check.groupId,
        tags: tagsOf(effective.config),
        at: now,
      }),
      hours: (day?.hours ?? []).map(({ startsAt, ...counts }) => ({
        startsAt: new Date(startsAt).toISOString(),
        ...counts,
      })),
      availability: day?.availability ?? null,
      coverage: day?.coverage ?? null,
      p50: day?.p50 ?? null,
      p95: day?.p95 ?? null,
      responseTimes:
        day?.responseTimes?.map((mean) => (mean === null ? null : Number(mean.toPrecision(3)))) ?? null,
      ...(day?.isApproximate === true ? { approximate: true as const } : {}),
      createdAt: new Date(check.createdAt).toISOString(),
    }
  })
}

function toText(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

async function readLastResults(
  { store: { read } }: OverviewDeps,
  checks: readonly OverviewCheck[],
  now: number,
): Promise<(check: OverviewCheck, activated: boolean) => Pick<CheckOverviewRow, 'lastResult' | 'noVerdict'>> {
  const run = checks.filter(({ checkType }) => isRunType(checkType))
  const numbers = run.map(({ checkNo }) => checkNo)
  // Nearly all of them are found in the partitions of the last days.
  const recent = await lastResults(read, { checkNos: numbers, since: now - dayMs })
  const older = await lastResults(read, { checkNos: numbers.filter((no) => !recent.has(no)), since: 0 })
  const heartbeats = checks.filter(({ checkType }) => isPingedType(checkType)).map(({ id }) => id)
  const events = await lastHeartbeatEvents(read, heartbeats)
  return ({ id, checkNo }, activated) => {
    const result = recent.get(checkNo) ?? older.get(checkNo)
    if (result !== undefined) {
      const isWithheld = verdictOfEnd(result.verdict) === 'withheld'
      return {
        lastResult: shownResult(result),
        noVerdict: activated && isWithheld ? problemOfResult(id, result) : null,
      }
    }
    const event = events.get(id)
    return { lastResult: event === undefined ? null : shownEvent(event), noVerdict: null }
  }
}

function shownEvent({ at, state }: LastHeartbeatEvent): LastResult {
  return {
    at: new Date(at).toISOString(),
    location: null,
    responseTime: null,
    verdict: apiVerdicts[verdictOfHeartbeat(state)],
  }
}

function shownResult({ startedAt, location, responseTime, verdict }: LastResultRow): LastResult {
  const at = new Date(startedAt).toISOString()
  return { at, location, responseTime, verdict: apiVerdicts[verdictOfEnd(verdict)] }
}
