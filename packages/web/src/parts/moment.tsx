import { useNow } from './use-now.ts'
import { formatAgo, formatFully, formatLasting, formatMoment, formatUntil } from './format.ts'

type MomentForm = 'full' | 'short' | 'ago' | 'lasting' | 'until'

/**
 * A moment in the zone of the viewer, with that zone and UTC on hover. `ago`: as a distance, and after a day as a date; `lasting`:
 * the same without the word; `until`: the time alone if it is today.
 */
export function Moment({ at, form = 'full' }: { at: string | number | null | undefined; form?: MomentForm }) {
  const now = useNow()
  if (at === null || at === undefined) return <span>–</span>
  const moment = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(moment)) return <span>–</span>
  return (
    <time dateTime={new Date(moment).toISOString()} title={formatFully(moment)} className="whitespace-nowrap">
      {wordsOf(moment, form, now)}
    </time>
  )
}

function wordsOf(moment: number, form: MomentForm, now: number): string {
  if (form === 'until') return formatUntil(moment, now)
  if (form === 'ago') return formatAgo(moment, now)
  return form === 'lasting' ? formatLasting(moment, now) : formatMoment(moment, form, now)
}
