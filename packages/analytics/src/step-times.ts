import { setImmediate as nextTurn } from 'node:timers/promises'
import { chunks } from '@sonde/ground/chunks.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { type ServedBy, servedByOf } from '@sonde/schema/agents/served-by.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { TestNode } from '@sonde/schema/check-types/playwright/test-run-result.ts'
import { mostListedRuns, type TimedStep } from '@sonde/schema/checks/step-times.ts'
import { type KnownRun, pageOfRuns } from '@sonde/store/results/chart-runs.ts'
import { packedTexts, unpackText } from '@sonde/store/results/long-texts.ts'
import type { MeasuredCheck } from '@sonde/store/results/measured-values.ts'
import { attemptsOf } from '@sonde/store/results/results.ts'
import { readDetail } from '@sonde/store/result-details/read-detail.ts'
import { referencesOf } from '@sonde/store/result-details/reference-rows.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { rawHorizon } from './raw-horizon.ts'
import type { AnalyticsDeps } from './read-run-stats.ts'
import { standInPlace } from './stand-ins.ts'
import { coarseFirst, commonSteps, type RunSteps, spreadOver, stepsOfRun } from './step-series.ts'
import { type TimeWindow, storedPart } from './time-window.ts'

export type StepTimes = {
  /** How many runs the window has. */
  runs: number
  steps: TimedStep[]
  otherSteps: number
  series: { runLocation: string; servedBy: ServedBy; runs: KnownRun[]; durationMs: (number | null)[][] }[]
}

/** Few enough that nobody else waits for them to be read. */
const runsPerPage = 1_000
const detailsPerRead = 20
/** Steps of a run that failed may have megabytes of bodies: of many such runs, fewer are read. */
const mostCharacters = 30_000_000

/**
 * How long the steps of a check took, of at most `most` runs that are spread evenly over the window; null when the window has
 * too many to choose from, or single results are not kept for so long. Details are unpacked one by one, with a pause
 * after each: this may take a while, and holds up nobody.
 */
export async function readStepTimes(
  deps: AnalyticsDeps,
  { check, window, most }: { check: MeasuredCheck; window: TimeWindow; most: number },
): Promise<StepTimes | null> {
  const nothing = { runs: 0, steps: [], otherSteps: 0, series: [] }
  if (kindOf(check.checkType).run?.hasSteps !== true) return nothing
  const now = deps.clock.now()
  const stored = storedPart(window, { now, ...deps })
  if (stored.from < rawHorizon(now, deps.rawRetentionDays)) return null
  const runs = await listRuns(deps.store.read, { checkNo: check.checkNo, ...stored })
  if (runs === null) return null
  const place = standInPlace(new Set(await deps.standIns?.locations()), deps.standIns?.location ?? '')
  const byPlace = Map.groupBy(runs, ({ location, isStandIn }) => place.placeOf(location, isStandIn))
  const ofEach = Math.max(1, Math.floor(most / Math.max(1, byPlace.size)))
  const chosen = [...byPlace.values()].flatMap((ofPlace) => spreadOver(ofPlace, ofEach))
  const stepsByRun = await readSteps(deps.store.read, check, chosen)
  const { keys, steps, others } = commonSteps([...stepsByRun.values()])
  const series = [...byPlace].map(([key, ofPlace]) => {
    const read = ofPlace
      .filter((run) => stepsByRun.has(run))
      .toSorted((left, right) => left.startedAt - right.startedAt)
    return {
      key,
      runLocation: place.codeOf(key),
      servedBy: servedByOf(place.isStandIn(key)),
      runs: read,
      durationMs: keys.map((step) => read.map((run) => stepsByRun.get(run)?.get(step)?.durationMs ?? null)),
    }
  })
  return {
    runs: runs.length,
    steps,
    otherSteps: others,
    series: series
      .filter(({ runs: read }) => read.length > 0)
      .toSorted((left, right) => (left.key < right.key ? -1 : 1))
      .map(({ key: _key, ...shown }) => shown),
  }
}

/** Every run of the window that counts; null when there are too many. */
async function listRuns(
  db: Db,
  window: { checkNo: number; from: number; to: number },
): Promise<KnownRun[] | null> {
  const runs: KnownRun[] = []
  for (;;) {
    const page = await pageOfRuns(db, window, { after: runs.at(-1) ?? null, limit: runsPerPage })
    runs.push(...page)
    if (runs.length > mostListedRuns) return null
    if (page.length < runsPerPage) return runs
    await nextTurn()
  }
}

/** The newest runs first. Those that could not be read any more, or were too much, are missing. */
async function readSteps(
  db: Db,
  { checkType }: MeasuredCheck,
  runs: readonly KnownRun[],
): Promise<Map<KnownRun, RunSteps>> {
  const steps = new Map<KnownRun, RunSteps>()
  const byTime = runs.toSorted((left, right) => left.startedAt - right.startedAt)
  let characters = 0
  for (const some of chunks(coarseFirst(byTime), detailsPerRead)) {
    const texts = new Map((await packedTexts(db, some, 'steps')).map((row) => [nameOf(row), row.content]))
    const rows = await attemptsOf(
      db,
      checkType,
      some.filter((run) => !texts.has(nameOf(run))),
    )
    const references = await referencesOf(db, rows)
    const rowByName = new Map(rows.map((row) => [nameOf(row), row]))
    for (const run of some) {
      if (characters > mostCharacters) return steps
      const packed = texts.get(nameOf(run))
      const row = rowByName.get(nameOf(run))
      if (packed !== undefined) {
        const text = unpackText(packed) ?? ''
        characters += text.length
        const nodes = nodesIn(text)
        if (nodes === null) continue
        steps.set(run, stepsOfRun(nodes))
      } else if (row !== undefined) {
        const reading = readDetail(row, null, references)
        if (reading.kind === 'unreadable') continue
        const { detail } = reading
        steps.set(run, stepsOfRun(asNodes(isRecord(detail) ? detail['steps'] : null)))
      }
      await nextTurn()
    }
  }
  return steps
}

function nameOf({ scheduledAt, origin, attempt }: Pick<KnownRun, 'scheduledAt' | 'origin' | 'attempt'>) {
  return `${scheduledAt}/${origin}/${attempt}`
}

/** Null of a text that is damaged. */
function nodesIn(text: string): readonly TestNode[] | null {
  try {
    return asNodes(JSON.parse(text))
  } catch {
    return null
  }
}

/** Safe because the schema of its type has accepted the detail before it was stored. Runs that measured nothing have none. */
function asNodes(steps: unknown): readonly TestNode[] {
  return Array.isArray(steps) ? (steps as TestNode[]) : []
}
