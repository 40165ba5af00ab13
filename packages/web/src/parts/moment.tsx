import { useNow } from './use-now.ts'
import { formatAgo, formatDuration, formatFully, formatLasting, formatMoment, formatUntil } from './format.ts'

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

/** From when to when, and how long: `Nov 18, 03:53 – 09:53 (6 h)`. The day of the end is told where it is another. */
export function MomentSpan({ from, to }: { from: number; to: number }) {
  return (
    <>
      <Moment at={from} form="short" /> –{' '}
      <time dateTime={new Date(to).toISOString()} title={formatFully(to)} className="whitespace-nowrap">
        {formatUntil(to, from)}
      </time>{' '}
      ({formatDuration(to - from)})
    </>
  )
}
