import { useNow } from './use-now.ts'
import { formatAgo, formatMoment, formatUtc } from './format.ts'

/** A moment in the zone of the viewer, with UTC on hover. `ago`: as a distance, which keeps up with the time. */
export function Moment({
  at,
  form = 'full',
}: {
  at: string | number | null | undefined
  form?: 'full' | 'short' | 'ago'
}) {
  const now = useNow()
  if (at === null || at === undefined) return <span>–</span>
  const moment = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(moment)) return <span>–</span>
  const title = form === 'full' ? formatUtc(moment) : `${formatMoment(moment)} (${formatUtc(moment)})`
  return (
    <time dateTime={new Date(moment).toISOString()} title={title} className="whitespace-nowrap">
      {form === 'ago' ? formatAgo(moment, now) : formatMoment(moment, form)}
    </time>
  )
}
