import type { ReactNode } from 'react'
import { BellOff } from '../../parts/bell-off.tsx'
import { Moment } from '../../parts/moment.tsx'
import type { CheckOverviewRow } from '../../resources/check-overview.ts'

/** A bell that is struck through, and the word. */
export function MutedMark() {
  return (
    <Bell title="muted">
      <span>muted</span>
    </Bell>
  )
}

/** Nobody is alerted of this check now, and until when; nothing for checks that alert. */
export function QuietMark({ row: { muted, maintenance } }: { row: CheckOverviewRow }) {
  if (muted) return <MutedMark />
  if (maintenance === null) return null
  const { name, endsAt, pauses } = maintenance
  return (
    <Bell title={name}>
      <span>{pauses ? 'paused' : 'silenced'}</span>{' '}
      {endsAt === null ? null : (
        <span>
          until <Moment at={endsAt} form="until" />
        </span>
      )}
    </Bell>
  )
}

/** The name in front of it needs the room more: the bell stays, and words that find no room wrap out of sight, each whole. */
function Bell({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span
      // The empty end wraps first: tags beside it take all but a pixel of what is missing, and that must cost no word.
      className="text-soft inline-flex h-4 min-w-3.5 shrink-[99] flex-wrap items-center gap-x-1 overflow-hidden text-xs whitespace-nowrap after:w-1 after:content-['']"
      title={title}
    >
      <BellOff />
      {children}
    </span>
  )
}
