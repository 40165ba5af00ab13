import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Loaded } from '../parts/states.tsx'
import { locationsQuery } from '../resources/locations.ts'
import { privateLocationsQuery } from '../resources/private-locations.ts'
import { CheckBox } from '../schema-form/check-box.tsx'
import { FieldGroup } from '../schema-form/field-group.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { joinPath } from '../schema-form/value-at.ts'

type Place = { key: string; name: string; note: string }

/** The data centers that an agent serves, and those that were chosen before. */
export function LocationsField(props: WidgetProps) {
  const query = useQuery(locationsQuery(useApi()))
  return (
    <Frame {...props}>
      <NowhereWarning {...props} />
      <Loaded query={query} what="the locations">
        {(dataCenters) => <DataCenters {...props} dataCenters={dataCenters} />}
      </Loaded>
    </Frame>
  )
}

function DataCenters(props: WidgetProps & { dataCenters: readonly { region: string; name: string }[] }) {
  const { dataCenters, schema, value } = props
  const [isAll, setIsAll] = useState(false)
  const isServed = (region: unknown) => dataCenters.some((one) => one.region === region)
  const others = (schema.items?.enum ?? []).filter(
    (region) => typeof region === 'string' && !isServed(region),
  )
  const regions = isAll ? others : others.filter((region) => namesIn(value).includes(String(region)))
  return (
    <>
      {dataCenters.length === 0 ? (
        <p className="text-soft mb-2 text-xs">No agent serves a data center now.</p>
      ) : null}
      <Boxes
        {...props}
        places={[
          ...dataCenters.map(({ region, name }) => ({ key: region, name, note: region })),
          ...regions.map((region) => ({
            key: String(region),
            name: String(region),
            note: 'no agent there now',
          })),
        ]}
        isSame={(key, selectedKey) => key === selectedKey}
      />
      {others.length > regions.length ? (
        <Button className="mt-2" onClick={() => setIsAll(true)}>
          Show locations without an agent
        </Button>
      ) : null}
    </>
  )
}

/** The private locations of the account. A check may name them by slug or by id. */
export function PrivateLocationsField(props: WidgetProps) {
  const query = useQuery(privateLocationsQuery(useApi()))
  return (
    <Frame {...props}>
      <Loaded query={query} what="the private locations">
        {(locations) =>
          locations.length === 0 && namesIn(props.value).length === 0 ? (
            <p className="text-soft text-xs">
              There is none yet. A private location runs checks from within your own network.
            </p>
          ) : (
            <Boxes
              {...props}
              places={locations.map(({ slugName, name }) => ({ key: slugName, name, note: slugName }))}
              isSame={(key, selectedKey) =>
                key === selectedKey ||
                locations.some(({ id, slugName }) => id === selectedKey && slugName === key)
              }
            />
          )
        }
      </Loaded>
    </Frame>
  )
}

function Frame({ label, help, error, path, form, children }: WidgetProps & { children: React.ReactNode }) {
  const within = form.violations.filter((wrong) => wrong.path.startsWith(joinPath(path, '')))
  const errors = [...(error === null ? [] : [error]), ...within.map(({ message }) => message)]
  return (
    <FieldGroup label={label} help={help} error={errors.length === 0 ? null : errors.join('; ')}>
      {children}
    </FieldGroup>
  )
}

function Boxes({
  value,
  onChange,
  places,
  isSame,
}: WidgetProps & { places: readonly Place[]; isSame: (key: string, selectedKey: string) => boolean }) {
  const names = namesIn(value)
  const unknown = names.filter((one) => !places.some(({ key }) => isSame(key, one)))
  const all = [...places, ...unknown.map((one) => ({ key: one, name: one, note: 'no agent there now' }))]
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      {all.map(({ key, name, note }) => (
        <CheckBox
          key={key}
          label={
            <>
              {name} <span className="text-soft font-normal">{note}</span>
            </>
          }
          isChecked={names.some((one) => isSame(key, one))}
          onChange={(isChosen) =>
            onChange(isChosen ? [...names, key] : names.filter((one) => !isSame(key, one)))
          }
        />
      ))}
    </div>
  )
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** A check without a location is stored and never runs: nobody should learn that by its silence. */
function NowhereWarning({ form: { value, schema } }: WidgetProps) {
  const isRun = schema.properties?.['frequency'] !== undefined
  const isSomewhere = namesIn(value['locations']).length + namesIn(value['privateLocations']).length > 0
  if (!isRun || isSomewhere) return null
  return (
    <p role="status" className="text-warn mb-2 font-medium">
      <span aria-hidden="true">▲ </span>No location is chosen: unless its group has one, the check never runs.
    </p>
  )
}
