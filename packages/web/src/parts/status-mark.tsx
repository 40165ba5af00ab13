import type { CheckStatus } from '@sonde/schema/runs/verdict.ts'
import { formatCount } from './format.ts'
import { joinClasses } from './join-classes.ts'
import { statusLooks } from './verdict-looks.ts'

/** How many there are of it: "3 failing". */
export function StatusCount({ status, count }: { status: CheckStatus; count: number }) {
  const { word, ink } = statusLooks[status]
  return (
    <span className={joinClasses('inline-flex items-center gap-1 whitespace-nowrap', ink)}>
      <Shape status={status} isSmall />
      {formatCount(count)} {word.toLowerCase()}
    </span>
  )
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
  const { word, ink } = statusLooks[status]
  return (
    <span
      className={joinClasses(
        'inline-flex items-center gap-1.5 font-medium whitespace-nowrap',
        isPast ? 'text-soft' : ink,
      )}
    >
      <Shape status={status} isSmall={isSmall} />
      {word}
    </span>
  )
}

function Shape({ status, isSmall }: { status: CheckStatus; isSmall: boolean }) {
  return (
    <svg viewBox="0 0 20 20" className={isSmall ? 'size-3.5' : 'size-4'} aria-hidden="true">
      <path
        d={statusLooks[status].shape}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.500"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
