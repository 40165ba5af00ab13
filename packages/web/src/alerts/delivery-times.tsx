import { minuteMs } from '@sonde/ground/durations.ts'
import { formatDuration, formatMs } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import type { AlertNotification } from '../resources/alert-notifications.ts'

const stages = [
  ['due', 'Run was due'],
  ['started', 'Run started'],
  ['judged', 'Verdict'],
  ['written', 'Queued'],
  ['firstTry', 'First attempt'],
  ['accepted', 'Accepted by the receiver'],
] as const

/** How long it took until somebody could know, step by step. */
export function DeliveryTimes({ timings }: { timings: AlertNotification['timings'] }) {
  const firstAt = stages.map(([stage]) => timings[stage]).find((at) => at !== null)
  return (
    <ol className="text-soft mt-2 space-y-0.5 text-xs">
      {stages.map(([stage, words]) => (
        <li key={stage} className="flex flex-wrap justify-between gap-x-3">
          <span>{words}</span>
          <span>
            <Moment at={timings[stage]} />
            {distance(firstAt, timings[stage])}
          </span>
        </li>
      ))}
    </ol>
  )
}

function distance(firstAt: string | undefined, at: string | null): string {
  if (firstAt === undefined || at === null || at === firstAt) return ''
  const ms = Math.max(0, Date.parse(at) - Date.parse(firstAt))
  return ` (+${ms < minuteMs ? formatMs(ms) : formatDuration(ms)})`
}
