import { formatCount } from '../../parts/format.ts'

/** How many failure alerts there were, and how many were slower than they may be; `exceeded` is null where nothing says how slow that is. */
export function alertsInWords({ alerts, exceeded }: { alerts: number; exceeded: number | null }): string {
  if (alerts === 0) return 'No failure alerts.'
  const count = alerts === 1 ? '1 failure alert' : `${formatCount(alerts)} failure alerts`
  return exceeded === null
    ? `${count}.`
    : `${count}, ${exceeded === 0 ? 'none' : formatCount(exceeded)} slower than the worst case.`
}
