import type { Answer } from '../../api/operation.ts'

export type KumaReport = Answer<'POST /v1/accounts/me/configuration/uptime-kuma'>['report']
export type KumaOutcome = 'left out' | 'imported with differences' | 'imported'
export type KumaRow = { what: string; outcome: KumaOutcome; notes: readonly string[] }

/** One row for each thing in the file: what is left out first, because somebody has to do something about it. */
export function rowsOf({ carried, changed, left }: KumaReport): KumaRow[] {
  const differences = new Map<string, string[]>()
  for (const { what, why } of changed) differences.set(what, [...(differences.get(what) ?? []), why])
  return [
    ...left.map(({ what, why }) => ({ what, outcome: 'left out' as const, notes: [why] })),
    ...[...differences].map(([what, notes]) => ({
      what,
      outcome: 'imported with differences' as const,
      notes,
    })),
    ...carried.map((what) => ({ what, outcome: 'imported' as const, notes: [] })),
  ]
}
