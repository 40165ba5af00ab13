import { formatCount } from '../../parts/format.ts'
import type { ConfigurationImport, ImportedItem } from '../../resources/configuration.ts'

/** What stays as it is fills no list. */
export function worthTelling(items: readonly ImportedItem[]): ImportedItem[] {
  return items.filter(({ action }) => action !== 'unchanged')
}

/** What is left out is named only where something is: beside it may stand what a file of another program held and no import takes. */
export function countsInWords({
  dryRun,
  created,
  updated,
  unchanged,
  skipped,
}: Pick<ConfigurationImport, 'dryRun' | 'created' | 'updated' | 'unchanged' | 'skipped'>): string {
  const would = dryRun ? 'would be ' : ''
  const same = unchanged === 1 ? (dryRun ? 'is' : 'was') : dryRun ? 'are' : 'were'
  const parts = [
    `${formatCount(created)} ${would}created`,
    `${formatCount(updated)} ${would}changed`,
    `${formatCount(unchanged)} ${same} the same`,
    ...(skipped === 0 ? [] : [`${formatCount(skipped)} ${would}left out`]),
  ]
  return `${parts.join(', ')}.`
}
