import { formatPercent } from '../../parts/format.ts'
import type { OverviewGroup } from '../../resources/check-overview.ts'

/** `Notifies #ops-shop, On-call mail`; nothing for heads that are no groups, or that notify nobody by themselves. */
export function notifiesInWords(notifies: OverviewGroup['notifies']): string {
  if (notifies === null || notifies.length === 0) return ''
  return `Notifies ${notifies.map(({ name }) => name).join(', ')}`
}

/** Both facts in one line, where there are no columns. */
export function headFacts({
  availability,
  notifies,
}: Pick<OverviewGroup, 'availability' | 'notifies'>): string {
  const available = availability === null ? '' : `${formatPercent(availability)} availability in 24 h`
  return [available, notifiesInWords(notifies)].filter((words) => words !== '').join(' · ')
}
