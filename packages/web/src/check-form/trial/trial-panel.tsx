import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../../api/account-context.ts'
import { ResultView } from '../../check/result/result-view.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Field } from '../../parts/field.tsx'
import { LogLines } from '../../parts/log-lines.tsx'
import { Failed } from '../../parts/states.tsx'
import { useTextOfPlace } from '../../parts/use-place-names.ts'
import type { CheckResult } from '../../resources/check-result.ts'
import { locationsQuery } from '../../resources/locations.ts'
import { privateLocationsQuery } from '../../resources/private-locations.ts'
import { startTrialRun, trialRunQuery, type TrialRun } from '../../resources/trial-runs.ts'
import { violationsOf } from '../../schema-form/use-form-state.ts'
import type { FieldViolation, FormValue } from '../../schema-form/value-at.ts'
import { trialStatus } from './trial-status.ts'

/** Runs what the form says once, without saving it, and shows what comes of it. */
export function TrialPanel({
  checkType,
  value,
  unreadable,
  checkId,
  onResult,
  onRefused,
}: {
  checkType: CheckType
  value: FormValue
  unreadable: readonly FieldViolation[]
  /** The check that is being edited: what of it is not shown is used all the same. */
  checkId: string | null
  /** Told what the last one came to: the form shows what its assertions see. Must stay the same function. */
  onResult: (result: CheckResult) => void
  onRefused: (violations: readonly FieldViolation[]) => void
}) {
  const api = useApi()
  const nameOf = useTextOfPlace()
  const [place, setPlace] = useState('')
  const start = useMutation({
    mutationFn: () =>
      startTrialRun(api, {
        ...value,
        ...placeOf(place),
        checkType,
        ...(checkId === null ? {} : { checkId }),
      }),
    onError: (error) => onRefused(violationsOf(error)),
    onSuccess: () => onRefused([]),
  })
  const run = useQuery({ ...trialRunQuery(api, start.data?.id ?? ''), enabled: start.data !== undefined })
  const result = run.data?.result ?? null
  useEffect(() => {
    if (result !== null) onResult(result)
  }, [result, onResult])
  const { isUnderWay, trouble } = trialStatus(start, run)
  return (
    <div className="xl:sticky xl:top-4">
      <Card title="Try it now">
        <div className="space-y-3">
          <p className="text-soft">Runs once, as the form stands. Nothing is saved and nobody is alerted.</p>
          <PlaceChoice place={place} onChange={setPlace} />
          <Button
            isBusy={isUnderWay}
            onClick={() => (unreadable.length > 0 ? onRefused([...unreadable]) : start.mutate())}
          >
            Try it now
          </Button>
          <div role="status">{start.isSuccess ? <p>{progressOf(run.data, nameOf)}</p> : null}</div>
          {start.isError ? <StartFailure error={start.error} /> : null}
          {start.isSuccess && trouble !== null ? (
            <Failed error={trouble} onRetry={() => void run.refetch()} />
          ) : null}
          {run.data === undefined || run.data.log.length === 0 ? null : (
            <div className="border-line rounded-md border">
              <LogLines lines={run.data.log} label="Log of the run so far" isLive />
            </div>
          )}
          {run.data === undefined || result === null ? null : (
            <ResultView
              key={run.data.id}
              result={result}
              checkType={checkType}
              origin={{ kind: 'trial', id: run.data.id }}
              isNarrow
            />
          )}
        </div>
      </Card>
    </div>
  )
}

function StartFailure({ error }: { error: Error }) {
  if (violationsOf(error).length === 0) return <Failed error={error} />
  return (
    <p role="alert" className="text-bad font-medium">
      <span aria-hidden="true">⚠ </span>Not run: the marked fields need attention.
    </p>
  )
}

function progressOf(run: TrialRun | undefined, nameOf: (code: string) => string): string {
  if (run === undefined) return 'Asking for a run…'
  const place = nameOf(run.location)
  if (run.status === 'QUEUED') return run.waitingFor ?? `Waiting for an agent at ${place}…`
  if (run.status === 'RUNNING') return `Running at ${place}…`
  if (run.status === 'FAILED_TO_RUN') return `It could not be run at ${place}: ${run.reason ?? 'unknown'}`
  return `Ran at ${place}.`
}

function PlaceChoice({ place, onChange }: { place: string; onChange: (place: string) => void }) {
  const api = useApi()
  const { data: dataCenters = [] } = useQuery(locationsQuery(api))
  const nameOf = useTextOfPlace()
  const { data: privateOnes = [] } = useQuery(privateLocationsQuery(api))
  return (
    <Field label="Run at">
      {(control) => (
        <select
          {...control}
          className="control"
          value={place}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">The first location of the check</option>
          <optgroup label="Regions">
            {dataCenters
              .filter(({ servedBy, isThisServer }) => isThisServer || servedBy === 'AGENT')
              .toSorted((left, right) => Number(right.isThisServer) - Number(left.isThisServer))
              .map(({ region }) => (
                <option key={region} value={`location:${region}`}>
                  {nameOf(region)}
                </option>
              ))}
          </optgroup>
          {privateOnes.length === 0 ? null : (
            <optgroup label="Private locations">
              {privateOnes.map(({ slugName, name }) => (
                <option key={slugName} value={`privateLocation:${slugName}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      )}
    </Field>
  )
}

function placeOf(place: string): FormValue {
  const [kind, name] = place.split(':')
  return kind === undefined || name === undefined ? {} : { [kind]: name }
}
