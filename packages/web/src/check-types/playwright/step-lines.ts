import { verdictOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import { failureSpans, gapOf } from '../../check/chart/align-runs.ts'
import { colourOf, dashOf, mostLines } from '../../check/chart/colours.ts'
import type { Drawing } from '../../check/chart/drawing.ts'
import type { StepTimes } from '../../resources/check-charts.ts'

type Times = Pick<StepTimes, 'steps' | 'series'>
type Step = StepTimes['steps'][number]
type Series = StepTimes['series'][number]
export type StepKind = Step['kind']

/** What most people have named first, then what is always there. */
const kindOrder = ['step', 'test', 'request'] as const satisfies readonly StepKind[]

/** The kinds of which there is anything, the one first that says most. */
export function kindsIn(steps: readonly Pick<Step, 'kind'>[]): StepKind[] {
  return kindOrder.filter((kind) => steps.some((step) => step.kind === kind))
}

const longestLabel = 60

/** A step of the chart: its place in the answer, and what it is called. */
export type NamedStep = { index: number; key: string; label: string }

/** Of one kind. Where two are called the same, what they lie in tells them apart. */
export function stepsOfKind(steps: readonly Step[], kind: StepKind): NamedStep[] {
  const ofKind = steps.flatMap((step, index) => (step.kind === kind ? [{ step, index }] : []))
  const titles = Map.groupBy(ofKind, ({ step }) => shorten(step.title))
  const taken = new Set<string>()
  return ofKind.map(({ step, index }) => {
    const title = shorten(step.title)
    const isAlone = titles.get(title)?.length === 1
    let label = isAlone ? title : [...step.path.map(shorten), title].join(' › ')
    for (let number = 2; taken.has(label); number += 1) label = `${title} (${number})`
    taken.add(label)
    return { index, key: JSON.stringify([step.path, step.title]), label }
  })
}

function shorten(title: string): string {
  const characters = [...title]
  return characters.length <= longestLabel ? title : `${characters.slice(0, longestLabel - 1).join('')}…`
}

/** Those that somebody has chosen; else all of them, or the slowest if there are more than there are colours for. */
export function shownSteps(
  steps: readonly NamedStep[],
  { durationMs }: Pick<Series, 'durationMs'>,
  chosen: readonly string[] | null,
): NamedStep[] {
  const matches = chosen === null ? [] : steps.filter(({ key }) => chosen.includes(key))
  if (matches.length > 0) return matches.slice(0, mostLines)
  const slowest = new Set(
    steps
      .toSorted((left, right) => median(durationMs[right.index]) - median(durationMs[left.index]))
      .slice(0, mostLines),
  )
  return steps.filter((step) => slowest.has(step))
}

function median(values: readonly (number | null)[] = []): number {
  const sorted = values.filter((value) => value !== null).toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Each moment is a run of one place. A step keeps its colour when others are switched off, as far as colours go. */
export function stepsDrawing(
  series: Series,
  all: readonly NamedStep[],
  shown: readonly NamedStep[],
): Drawing {
  const { startedAt: times, verdict, durationMs } = series
  const gapMs = gapOf([series])
  const coloured = all.length > mostLines ? shown : all
  return {
    times,
    stepMs: null,
    gapMs,
    unit: 'milliseconds',
    failures: failureSpans({ times, verdicts: [verdict.map(verdictOfApi)] }, gapMs),
    lines: shown.map((step) => ({
      label: step.label,
      colour: colourOf(coloured.indexOf(step)),
      dash: dashOf(coloured.indexOf(step)),
      values: durationMs[step.index] ?? [],
    })),
  }
}

/** The runs that are drawn, of all places. */
export function drawnRuns({ series }: Pick<Times, 'series'>): number {
  return series.reduce((sum, { startedAt }) => sum + startedAt.length, 0)
}
