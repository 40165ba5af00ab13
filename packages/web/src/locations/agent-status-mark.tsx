import { joinClasses } from '../parts/join-classes.ts'

const looks = {
  good: { sign: '✓', ink: 'text-good' },
  warn: { sign: '▲', ink: 'text-warn' },
  bad: { sign: '✕', ink: 'text-bad' },
  none: { sign: null, ink: 'text-soft' },
} as const

/** How a location or an agent stands: a sign and words as well as a colour. */
export function AgentStatusMark({ look, words }: { look: keyof typeof looks; words: string }) {
  const { sign, ink } = looks[look]
  return (
    <span className={joinClasses('inline-flex items-center gap-1 font-medium', ink)}>
      {sign === null ? null : <span aria-hidden="true">{sign}</span>}
      {words}
    </span>
  )
}
