import type { ReactNode } from 'react'
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
      className="text-soft inline-flex shrink-0 items-center gap-1 text-xs whitespace-nowrap"
      title={title}
    >
      <svg viewBox="0 0 20 20" className="size-3.5" aria-hidden="true">
        <path
          d="M10 3a4.500 4.500 0 0 0-4.500 4.500V11L4 13.500h12L14.500 11V7.500A4.500 4.500 0 0 0 10 3zM8.500 16h3M3 3l14 14"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.800"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>{children}</span>
    </span>
  )
}
