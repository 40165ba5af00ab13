import type { CheckStatus } from '../resources/check-overview.ts'
import { joinClasses } from './join-classes.ts'

/** How a state looks: a shape as well as a colour, since some people see only one of them. */
const marks: Readonly<Record<CheckStatus, { word: string; shape: string; ink: string }>> = {
  FAILING: { word: 'Failing', shape: 'M5 5l10 10M15 5L5 15', ink: 'text-bad' },
  DEGRADED: { word: 'Degraded', shape: 'M10 3.500L18 16.500H2zM10 8v4M10 14v.5', ink: 'text-warn' },
  PASSING: { word: 'Passing', shape: 'M4 10.500l4 4 8-9', ink: 'text-good' },
  NO_DATA: {
    word: 'No data yet',
    shape: 'M7.500 7.500a2.500 2.500 0 1 1 3 3l-.5 1.500M10 15v.5',
    ink: 'text-soft',
  },
  PAUSED: { word: 'Paused', shape: 'M7 5v10M13 5v10', ink: 'text-soft' },
}

export function StatusMark({
  status,
  isSmall = false,
  isPast = false,
}: {
  status: CheckStatus
  isSmall?: boolean
  /** It held at the last look; what holds now is not known. */
  isPast?: boolean
}) {
  const { word, shape, ink } = marks[status]
  return (
    <span
      className={joinClasses(
        'inline-flex items-center gap-1.5 font-medium whitespace-nowrap',
        isPast ? 'text-soft' : ink,
      )}
    >
      <svg viewBox="0 0 20 20" className={isSmall ? 'size-3.5' : 'size-4'} aria-hidden="true">
        <path
          d={shape}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.500"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {word}
    </span>
  )
}
