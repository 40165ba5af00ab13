import { useNow } from './use-now.ts'
import { formatAgo, formatLasting, formatMoment, formatUntil, formatUtc } from './format.ts'

type MomentForm = 'full' | 'short' | 'ago' | 'lasting' | 'until'

/**
 * A moment in the zone of the viewer, with UTC on hover. `ago`: as a distance, and after a day as a date; `lasting`:
 * the same without the word; `until`: the time alone if it is today.
 */
export function Moment({ at, form = 'full' }: { at: string | number | null | undefined; form?: MomentForm }) {
  const now = useNow()
  if (at === null || at === undefined) return <span>–</span>
  const moment = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(moment)) return <span>–</span>
  const title = form === 'full' ? formatUtc(moment) : `${formatMoment(moment)} (${formatUtc(moment)})`
  return (
    <time dateTime={new Date(moment).toISOString()} title={title} className="whitespace-nowrap">
      {wordsOf(moment, form, now)}
    </time>
  )
}

function wordsOf(moment: number, form: MomentForm, now: number): string {
  if (form === 'until') return formatUntil(moment, now)
  if (form === 'ago') return formatAgo(moment, now)
  return form === 'lasting' ? formatLasting(moment, now) : formatMoment(moment, form)
}
