import type { CheckStatus } from '@sonde/schema/runs/verdict.ts'
import { joinClasses } from './join-classes.ts'
import { statusLooks } from './verdict-looks.ts'

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
  const { word, shape, ink } = statusLooks[status]
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
