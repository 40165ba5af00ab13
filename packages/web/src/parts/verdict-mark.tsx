import type { ResultVerdict } from '../resources/check-overview.ts'
import { joinClasses } from './join-classes.ts'

/** What one result says, by a sign and a word as well as by a colour. */

const marks: Readonly<Record<ResultVerdict, { word: string; sign: string; look: string }>> = {
  PASSED: { word: 'Passed', sign: '✓', look: 'bg-good-wash text-good' },
  DEGRADED: { word: 'Degraded', sign: '▲', look: 'bg-warn-wash text-warn' },
  FAILED: { word: 'Failed', sign: '✕', look: 'bg-bad-wash text-bad' },
  WITHHELD: { word: 'Not judged', sign: '?', look: 'bg-raised text-soft' },
}

export function verdictWord(verdict: ResultVerdict): string {
  return marks[verdict].word
}

export function VerdictMark({ verdict }: { verdict: ResultVerdict }) {
  const { word, sign, look } = marks[verdict]
  return (
    <span
      className={joinClasses(
        'inline-flex items-center gap-1 rounded px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        look,
      )}
    >
      <span aria-hidden="true">{sign}</span>
      {word}
    </span>
  )
}
