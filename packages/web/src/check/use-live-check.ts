import { verdictOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { useLiveEvent } from '../api/live-events.ts'
import { useLiveGroups } from '../api/use-live-groups.ts'
import type { CheckOverviewRow } from '../resources/check-overview.ts'
import { checkOverviewQuery, checkKey, checkQuery } from '../resources/checks.ts'

/** Keeps the head of a check as it is now: by small differences, and by reading anew where they say too little. */
export function useLiveCheck(checkId: string): void {
  const api = useApi()
  const queries = useQueryClient()
  const { queryKey } = checkOverviewQuery(api, checkId)
  useLiveEvent('check', ({ id, status, statusSince, lastResult }) => {
    if (id !== checkId) return
    queries.setQueryData<CheckOverviewRow>(queryKey, (row) => {
      if (row === undefined) return row
      const hasVerdict = lastResult !== null && verdictOfApi(lastResult.verdict) !== 'withheld'
      const latest = {
        ...row,
        lastResult: lastResult ?? row.lastResult,
        noVerdict: hasVerdict ? null : row.noVerdict,
      }
      // A run that was under way when the check was paused may still end: the check stays paused.
      if (!row.activated) return latest
      return {
        ...latest,
        status,
        statusSince: statusSince === undefined ? row.statusSince : statusSince,
        problem: status === row.status ? row.problem : null,
      }
    })
    // The stream tells neither reasons nor when the next ping is expected.
    const row = queries.getQueryData<CheckOverviewRow>(queryKey)
    const isProblem = status === 'FAILING' || status === 'DEGRADED'
    const isWithheld = lastResult !== null && verdictOfApi(lastResult.verdict) === 'withheld'
    if (isProblem || isWithheld || (row?.heartbeat ?? null) !== null)
      void queries.invalidateQueries({ queryKey })
  })
  useLiveEvent('check-changed', ({ id, change }) => {
    if (id !== checkId || change === 'deleted') return
    void queries.invalidateQueries({ queryKey: checkQuery(api, checkId).queryKey })
    void queries.invalidateQueries({ queryKey })
  })
  useLiveGroups(
    () => {
      void queries.invalidateQueries({ queryKey: checkQuery(api, checkId).queryKey })
      void queries.invalidateQueries({ queryKey })
    },
    ({ id }) => queries.getQueryData<CheckOverviewRow>(queryKey)?.group?.id === id,
  )
  useLiveEvent('alert', (alert) => {
    if (alert.checkId === checkId) {
      void queries.invalidateQueries({ queryKey: [...checkKey(api, checkId), 'alerts'] })
    }
  })
  useLiveEvent('reset', () => void queries.invalidateQueries({ queryKey: checkKey(api, checkId) }))
}
