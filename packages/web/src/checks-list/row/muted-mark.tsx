import type { ReactNode } from 'react'
import { BellOff } from '../../parts/bell-off.tsx'
import { Moment } from '../../parts/moment.tsx'
import type { CheckOverviewRow } from '../../resources/check-overview.ts'

/** A bell that is struck through, and the word. */
export function MutedMark() {
  return <Bell>muted</Bell>
}

/** Nobody is alerted of this check now, and until when; nothing for checks that alert. */
export function QuietMark({ row: { muted, maintenance } }: { row: CheckOverviewRow }) {
  if (muted) return <MutedMark />
  if (maintenance === null) return null
  const { name, endsAt, pauses } = maintenance
  return (
    <Bell title={name}>
      {pauses ? 'paused' : 'silenced'}
      {endsAt === null ? null : (
        <>
          {' '}
          until <Moment at={endsAt} form="until" />
        </>
      )}
    </Bell>
  )
}

function Bell({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <span
      // The name in front of it needs the room more; the bell stays.
      className="text-soft inline-flex min-w-3.5 shrink-[9999] items-center gap-1 text-xs"
      title={title}
    >
      <BellOff />
      <span className="min-w-0 truncate">{children}</span>
    </span>
  )
}
