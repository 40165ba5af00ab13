import type { CheckStatus, Verdict } from '@sonde/schema/runs/verdict.ts'

/**
 * How people are shown verdicts and statuses. Always by a word, a sign, a height or a pattern as well as by a colour,
 * since some people see only one of them.
 */

type VerdictLook = {
  word: string
  sign: string
  ink: string
  wash: string
  /** Of the left edge of a card. */
  edge: string
  /** Of a cell in the bar of hours, and how far below the top it begins. */
  cell: string
  cellTop: number
  /** Of a share in the strip of verdicts. */
  share: string
}

export const verdictLooks: Readonly<Record<Verdict, VerdictLook>> = {
  passed: {
    word: 'Passed',
    sign: '✓',
    ink: 'text-good',
    wash: 'bg-good-wash',
    edge: 'border-l-good-fill',
    cell: 'fill-good-fill',
    cellTop: 12,
    share: 'bg-good-tint border-t-2 border-good-fill',
  },
  degraded: {
    word: 'Degraded',
    sign: '▲',
    ink: 'text-warn',
    wash: 'bg-warn-wash',
    edge: 'border-l-warn-fill',
    cell: 'fill-warn-fill',
    cellTop: 6,
    share:
      'bg-warn-fill bg-[repeating-linear-gradient(0deg,transparent_0_3px,var(--color-hatch-dark)_3px_4px)]',
  },
  failed: {
    word: 'Failed',
    sign: '✕',
    ink: 'text-bad',
    wash: 'bg-bad-wash',
    edge: 'border-l-bad-fill',
    cell: 'fill-bad-fill',
    cellTop: 0,
    share:
      'bg-bad-fill bg-[repeating-linear-gradient(45deg,transparent_0_3px,var(--color-hatch-light)_3px_5px)]',
  },
  withheld: {
    word: 'No verdict',
    sign: '?',
    ink: 'text-soft',
    wash: 'bg-raised',
    edge: 'border-l-edge',
    cell: 'fill-soft',
    cellTop: 18,
    share:
      'bg-none-fill bg-[radial-gradient(circle,var(--color-hatch-dots)_1px,transparent_1.5px)] bg-[size:5px_5px]',
  },
}

/** The word inside a sentence. */
export function verdictWord(verdict: Verdict): string {
  return verdictLooks[verdict].word.toLowerCase()
}

export const statusLooks: Readonly<Record<CheckStatus, { word: string; ink: string }>> = {
  failed: { word: 'Failing', ink: 'text-bad' },
  degraded: { word: 'Degraded', ink: 'text-warn' },
  'no-data': { word: 'No data yet', ink: 'text-soft' },
  passed: { word: 'Passing', ink: 'text-good' },
  paused: { word: 'Paused', ink: 'text-soft' },
}
