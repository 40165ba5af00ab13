import { type CheckStatus, worstVerdict } from '@sonde/schema/runs/verdict.ts'
import type { BadgeCheck } from '@sonde/store/checks/badge-subjects.ts'

/** What a badge says: how it stands, and how fast it was if that is asked for. */
export type BadgeContent = { name: string; status: CheckStatus; responseTime: number | null }

export function checkContent(check: BadgeCheck): BadgeContent {
  const { name, responseTime } = check
  if (!check.isActive) return { name, status: 'paused', responseTime: null }
  return { name, status: check.status ?? 'no-data', responseTime }
}

/** The worst of its activated checks; unknown when none of them has run. */
export function groupContent(name: string, checks: readonly BadgeCheck[]): BadgeContent {
  const active = checks.filter(({ isActive }) => isActive)
  const status = worstVerdict(active.flatMap((check) => check.status ?? [])) ?? 'no-data'
  const times = active.flatMap(({ responseTime }) => responseTime ?? [])
  const mean = times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0) / times.length
  return { name, status, responseTime: mean }
}
