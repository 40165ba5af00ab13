import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { joinClasses } from '../join-classes.ts'
import { verdictLooks } from './verdict-looks.ts'

/** What one result says. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  const { word, sign, wash, ink } = verdictLooks[verdict]
  return (
    <span
      className={joinClasses(
        'inline-flex items-center gap-1 rounded px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        wash,
        ink,
      )}
    >
      <span aria-hidden="true">{sign}</span>
      {word}
    </span>
  )
}
