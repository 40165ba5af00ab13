import type { Answer } from '../../api/operation.ts'

export type KumaReport = Answer<'POST /v1/accounts/me/configuration/uptime-kuma'>['report']
export type KumaOutcome = 'left out' | 'with differences' | 'as it is'
export type KumaRow = { what: string; outcome: KumaOutcome; notes: readonly string[] }

/** One row for each thing in the file: what is left out first, because somebody has to do something about it. */
export function rowsOf({ carried, changed, left }: KumaReport): KumaRow[] {
  const differences = new Map<string, string[]>()
  for (const { what, why } of changed) differences.set(what, [...(differences.get(what) ?? []), why])
  return [
    ...left.map(({ what, why }) => ({ what, outcome: 'left out' as const, notes: [why] })),
    ...[...differences].map(([what, notes]) => ({
      what,
      outcome: 'with differences' as const,
      notes,
    })),
    ...carried.map((what) => ({ what, outcome: 'as it is' as const, notes: [] })),
  ]
}

/** A preview must not read as if it had been done. */
export function outcomeInWords(outcome: KumaOutcome, isDone: boolean): string {
  if (outcome === 'left out') return isDone ? 'left out' : 'will be left out'
  const word = isDone ? 'imported' : 'will be imported'
  return outcome === 'as it is' ? word : `${word} with differences`
}
