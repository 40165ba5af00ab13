import { dataCenterLocations } from '@sonde/schema/agents/location.ts'
import { useQuery } from '@tanstack/react-query'
import schema from 'sonde-schema:bulk-edit'
import kinds from 'sonde-schema:check-kinds'
import { useState } from 'react'
import { useApi } from '../../api/account-context.ts'
import { groupLocations } from '../../check-form/group-locations.ts'
import { intervalsOf, inWords } from '../../check-form/intervals.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Failed, Loaded } from '../../parts/states.tsx'
import type { BulkEdit } from '../../resources/checks.ts'
import { locationsQuery } from '../../resources/locations.ts'
import { privateLocationsQuery } from '../../resources/private-locations.ts'
import { CheckBox } from '../../schema-form/check-box.tsx'

type Fields = NonNullable<BulkEdit['set']>
type Edit = { isPending: boolean; isError: boolean; error: unknown }

/** What any type may have: which checks cannot is said when they refuse it. */
const intervals = intervalsOf(
  schema.properties?.['set']?.properties?.['frequency']?.enum ?? [],
  [...new Set(kinds.flatMap(({ subMinuteSeconds }) => subMinuteSeconds))].toSorted((a, b) => a - b),
)

export function BulkIntervalDialog({
  count,
  edit,
  onInterval,
  onClose,
}: {
  count: string
  edit: Edit
  onInterval: (interval: Pick<Fields, 'frequency' | 'frequencyOffset'>) => void
  onClose: () => void
}) {
  const [index, setIndex] = useState(-1)
  const interval = intervals[index]
  return (
    <FormDialog
      title={`Interval of ${count}`}
      submitWord="Save"
      isReady={interval !== undefined}
      onSubmit={() => {
        // Safe because the choices are those that the schema of this request has.
        if (interval !== undefined) onInterval(interval as Pick<Fields, 'frequency' | 'frequencyOffset'>)
      }}
      isBusy={edit.isPending}
      onClose={onClose}
    >
      <Field
        label="Interval"
        help="Heartbeats, and types that cannot run so often, stay as they are and are listed afterwards."
      >
        {(control) => (
          <select
            {...control}
            className="control"
            value={index}
            onChange={({ target }) => setIndex(Number(target.value))}
          >
            <option value={-1}>Choose…</option>
            {intervals.map((one, position) => (
              <option key={inWords(one)} value={position}>
                {inWords(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {edit.isError ? <Failed error={edit.error} /> : null}
    </FormDialog>
  )
}

export function BulkLocationsDialog({
  count,
  edit,
  onPlaces,
  onClose,
}: {
  count: string
  edit: Edit
  onPlaces: (places: Pick<Fields, 'locations' | 'privateLocations'>) => void
  onClose: () => void
}) {
  const api = useApi()
  const dataCenters = useQuery(locationsQuery(api))
  const own = useQuery(privateLocationsQuery(api))
  const [codes, setCodes] = useState<readonly string[]>([])
  const [slugs, setSlugs] = useState<readonly string[]>([])
  return (
    <FormDialog
      title={`Locations of ${count}`}
      submitWord="Save"
      // Nowhere is no choice: the checks would never run.
      isReady={codes.length + slugs.length > 0}
      onSubmit={() =>
        onPlaces({
          locations: dataCenterLocations.filter((code) => codes.includes(code)),
          privateLocations: [...slugs],
        })
      }
      isBusy={edit.isPending}
      onClose={onClose}
    >
      <p className="text-soft text-xs">
        Replaces the locations of each check. Checks in a group that has locations go on running there.
      </p>
      <Loaded query={dataCenters} what="the locations">
        {(locations) => {
          const { offered, folded, hasStandIns } = groupLocations({
            locations,
            codes: dataCenterLocations,
            chosen: [],
          })
          const boxes = (choices: typeof offered) => (
            <Boxes choices={choices} chosen={codes} onChange={setCodes} />
          )
          return (
            <fieldset>
              <legend className="mb-1 font-medium">Locations</legend>
              {boxes(offered)}
              {folded.length === 0 ? null : (
                <details className="mt-2">
                  <summary className="text-accent cursor-pointer py-1">
                    {hasStandIns
                      ? 'Regions without an agent (this server stands in)'
                      : 'Regions without an agent'}
                  </summary>
                  <div className="mt-2">{boxes(folded)}</div>
                </details>
              )}
            </fieldset>
          )
        }}
      </Loaded>
      {own.data === undefined || own.data.length === 0 ? null : (
        <fieldset>
          <legend className="mb-1 font-medium">Private locations</legend>
          <Boxes
            choices={own.data.map(({ slugName, name }) => ({ key: slugName, name, note: slugName }))}
            chosen={slugs}
            onChange={setSlugs}
          />
        </fieldset>
      )}
      {own.isError ? <Failed error={own.error} /> : null}
      {edit.isError ? <Failed error={edit.error} /> : null}
    </FormDialog>
  )
}

function Boxes({
  choices,
  chosen,
  onChange,
}: {
  choices: readonly { key: string; name: string; note: string }[]
  chosen: readonly string[]
  onChange: (keys: string[]) => void
}) {
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      {choices.map(({ key, name, note }) => (
        <CheckBox
          key={key}
          label={
            <>
              {name} <span className="text-soft font-normal">{note}</span>
            </>
          }
          isChecked={chosen.includes(key)}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, key] : chosen.filter((one) => one !== key))}
        />
      ))}
    </div>
  )
}
