import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '../../api/account-context.ts'
import { mostLines } from '../../check/chart/colours.ts'
import { placeKey } from '../../check/chart/drawings.ts'
import { TimeChart } from '../../check/chart/time-chart.tsx'
import { previousOfCheck } from '../../check/previous-of-check.ts'
import { useOpenRun } from '../../check/run/use-open-run.ts'
import { Card } from '../../parts/card.tsx'
import { Field } from '../../parts/field.tsx'
import { formatCount } from '../../parts/format.ts'
import { Segments } from '../../parts/segments.tsx'
import { StaleWhileLoading } from '../../parts/stale-while-loading.tsx'
import { useTextOfPlace } from '../../parts/use-place-names.ts'
import { stepTimesQuery, type StepTimes } from '../../resources/check-charts.ts'
import type { OwnChartsProps } from '../chart-kind.ts'
import {
  drawnRuns,
  kindsIn,
  shownSteps,
  stepsDrawing,
  stepsOfKind,
  type NamedStep,
  type StepKind,
} from './step-lines.ts'

const kindWords: Readonly<Record<StepKind, string>> = { step: 'Steps', test: 'Tests', request: 'Requests' }

/** How long each step of a script took over time: which of them became slow. */
export function StepTimesCard(props: OwnChartsProps) {
  const { check, range } = props
  const query = useQuery({
    ...stepTimesQuery(useApi(), check.id, range),
    placeholderData: previousOfCheck(check.id),
  })
  const [kind, setKind] = useState<StepKind | null>(null)
  const kinds = kindsIn(query.data?.steps ?? [])
  const shownKind = kinds.find((one) => one === kind) ?? kinds[0] ?? 'step'
  return (
    <Card
      title="Step times"
      actions={
        kinds.length < 2 ? null : (
          <Segments
            label="What is shown"
            options={kinds.map((value) => ({ value, label: kindWords[value] }))}
            value={shownKind}
            onChange={setKind}
          />
        )
      }
    >
      <StaleWhileLoading query={query} what="the chart">
        {(times) =>
          times.isComplete ? (
            <StepChart {...props} key={shownKind} times={times} kind={shownKind} />
          ) : (
            <p className="text-soft py-8 text-center">
              There are too many runs in this range, or it reaches back further than results are kept. Choose
              a shorter range to see step times.
            </p>
          )
        }
      </StaleWhileLoading>
    </Card>
  )
}

function StepChart({
  check,
  times,
  kind,
  isTable,
  ...zoom
}: Omit<OwnChartsProps, 'range'> & { times: StepTimes; kind: StepKind }) {
  const openRun = useOpenRun(check.id)
  const nameOf = useTextOfPlace()
  const [place, setPlace] = useState<string | null>(null)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const series = times.series.find((one) => placeKey(one) === place) ?? times.series[0]
  const steps = useMemo(() => stepsOfKind(times.steps, kind), [times, kind])
  const shown = useMemo(
    () => (series === undefined ? [] : shownSteps(steps, series, chosen)),
    [series, steps, chosen],
  )
  const drawing = useMemo(
    () =>
      series === undefined
        ? { times: [], stepMs: null, unit: 'milliseconds' as const, lines: [] }
        : stepsDrawing(series, steps, shown),
    [series, steps, shown],
  )
  const drawn = drawnRuns(times)
  return (
    <>
      {times.series.length > 1 && series !== undefined ? (
        <div className="mb-3 max-w-sm">
          <Field label="Location">
            {(control) => (
              <select
                {...control}
                className="control"
                value={placeKey(series)}
                onChange={({ target }) => setPlace(target.value)}
              >
                {times.series.map((one) => (
                  <option key={placeKey(one)} value={placeKey(one)}>
                    {nameOf(one.runLocation, one.servedBy)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      ) : null}
      {steps.length > 1 ? <StepChoice steps={steps} shown={shown} onChange={setChosen} /> : null}
      <TimeChart
        label="Step times"
        drawing={drawing}
        window={times.window}
        isTable={isTable}
        onOpen={openRun}
        {...zoom}
      />
      {drawn < times.runs ? (
        <p className="text-soft mt-1 text-xs">
          {formatCount(drawn)} of {formatCount(times.runs)} runs, spread evenly over the range. Zoom in to see
          every run.
        </p>
      ) : null}
      {times.otherSteps > 0 ? (
        <p className="text-soft mt-1 text-xs">
          {formatCount(times.otherSteps)} steps that few runs have are not shown.
        </p>
      ) : null}
    </>
  )
}

/** Which steps have a line. More than there are colours for cannot be told apart. */
function StepChoice({
  steps,
  shown,
  onChange,
}: {
  steps: readonly NamedStep[]
  shown: readonly NamedStep[]
  onChange: (keys: readonly string[]) => void
}) {
  const keys = shown.map(({ key }) => key)
  return (
    <fieldset className="mb-3">
      <legend className="text-soft text-xs">
        Compare{steps.length > mostLines ? `, at most ${mostLines} at once` : ''}
      </legend>
      <div className="flex max-h-40 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
        {steps.map(({ key, label }) => {
          const isShown = keys.includes(key)
          return (
            <label key={key} className="inline-flex min-h-8 min-w-0 items-center gap-1.5">
              <input
                type="checkbox"
                checked={isShown}
                disabled={isShown ? keys.length === 1 : keys.length >= mostLines}
                onChange={() => onChange(isShown ? keys.filter((one) => one !== key) : [...keys, key])}
              />
              <span className="min-w-0 break-words">{label}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
