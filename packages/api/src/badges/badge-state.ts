import type { BadgeCheck } from '@sonde/store/checks/badge-subjects.ts'

export type BadgeState = 'passing' | 'degraded' | 'failing' | 'inactive' | 'unknown'

/** What a badge says: how it stands, and how fast it was if that is asked for. */
export type BadgeContent = { name: string; state: BadgeState; responseTime: number | null }

const worstFirst = ['failing', 'degraded', 'passing'] as const

export function checkContent(check: BadgeCheck): BadgeContent {
  const { name, responseTime } = check
  if (!check.isActive) return { name, state: 'inactive', responseTime: null }
  return { name, state: check.status ?? 'unknown', responseTime }
}

/** The worst of its activated checks; unknown when none of them has run. */
export function groupContent(name: string, checks: readonly BadgeCheck[]): BadgeContent {
  const active = checks.filter(({ isActive }) => isActive)
  const state = worstFirst.find((status) => active.some((check) => check.status === status)) ?? 'unknown'
  const times = active.flatMap(({ responseTime }) => responseTime ?? [])
  const mean = times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0) / times.length
  return { name, state, responseTime: mean }
}
