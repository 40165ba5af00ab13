import type { CheckStatus } from '@sonde/schema/runs/verdict.ts'
import { formatCount } from '../format.ts'
import { joinClasses } from '../join-classes.ts'
import { StatusShape } from './status-shape.tsx'
import { statusLooks } from './verdict-looks.ts'

/** How many there are of it: "3 failing". */
export function StatusCount({ status, count }: { status: CheckStatus; count: number }) {
  const { word, ink } = statusLooks[status]
  return (
    <span className={joinClasses('inline-flex items-center gap-1 whitespace-nowrap', ink)}>
      <StatusShape status={status} className="size-3.5" />
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
      <StatusShape status={status} className={isSmall ? 'size-3.5' : 'size-4'} />
      {word}
    </span>
  )
}
