import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { Loaded } from '../parts/states.tsx'
import { useTextOfPlace } from '../parts/use-place-names.ts'
import { locationsQuery } from '../resources/locations.ts'
import { privateLocationsQuery } from '../resources/private-locations.ts'
import { CheckBox } from '../schema-form/check-box.tsx'
import { FieldGroup } from '../schema-form/field-group.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { joinPath } from '../schema-form/value-at.ts'
import { counted } from './fold-words.ts'
import { groupLocations, type DataCenter } from './group-locations.ts'
import { GroupNotice } from './group-notice.tsx'
import { useEffectiveValues } from './use-effective-values.ts'

type Choice = { key: string; name: string; note: string }

/** This server first, then the regions with agents; the rest is folded, but for what was chosen before. */
export function LocationsField(props: WidgetProps) {
  const query = useQuery(locationsQuery(useApi()))
  const { places, group } = useEffectiveValues(props.form)
  const boxes = (
    <Loaded query={query} what="the locations">
      {(locations) => <DataCenters {...props} locations={locations} />}
    </Loaded>
  )
  if (places.source === 'check' || group === null) {
    return (
      <Frame {...props}>
        <NowhereWarning {...props} />
        {boxes}
      </Frame>
    )
  }
  return (
    <Frame {...props}>
      <GroupNotice source="group" group={group}>
        <PlacesOfGroup codes={[...places.locations, ...places.privateLocations]} />
      </GroupNotice>
      <details className="mt-2">
        <summary className="text-accent cursor-pointer py-1">Locations without the group</summary>
        <p className="text-soft my-2">Where the check runs once it leaves the group.</p>
        {boxes}
      </details>
    </Frame>
  )
}

function PlacesOfGroup({ codes }: { codes: readonly string[] }) {
  const nameOf = useTextOfPlace()
  return `${counted(codes.length, 'location')}: ${codes.map((code) => nameOf(code)).join(', ')}.`
}

function DataCenters(props: WidgetProps & { locations: readonly DataCenter[] }) {
  const { locations, schema, value } = props
  const codes = (schema.items?.enum ?? []).filter((code) => typeof code === 'string')
  const { offered, folded, hasStandIns } = groupLocations({ locations, codes, chosen: namesIn(value) })
  const isSame = (key: string, selectedKey: string) => key === selectedKey
  return (
    <>
      {offered.length === 0 ? <p className="text-soft mb-2 text-xs">No agent is connected.</p> : null}
      <Boxes {...props} places={offered} isSame={isSame} />
      {folded.length === 0 ? null : (
        <details className="mt-2">
          <summary className="text-accent cursor-pointer py-1">
            {hasStandIns ? 'Regions without an agent (this server stands in)' : 'Regions without an agent'}
          </summary>
          <div className="mt-2">
            <Boxes {...props} places={folded} isSame={isSame} hasOthers />
          </div>
        </details>
      )}
    </>
  )
}

/** The private locations of the account. A check may name them by slug or by id. */
export function PrivateLocationsField(props: WidgetProps) {
  const query = useQuery(privateLocationsQuery(useApi()))
  const { places } = useEffectiveValues(props.form)
  // The group decides for both kinds of location, and its notice names them all.
  if (places.source === 'group' && namesIn(props.value).length === 0) return null
  return (
    <Frame
      {...props}
      help={places.source === 'group' ? 'Not used while the check is in the group.' : props.help}
    >
      <Loaded query={query} what="the private locations">
        {(locations) =>
          locations.length === 0 && namesIn(props.value).length === 0 ? (
            <p className="text-soft text-xs">
              None yet. A private location runs checks inside your own network.
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
  hasOthers = false,
}: WidgetProps & {
  places: readonly Choice[]
  isSame: (key: string, selectedKey: string) => boolean
  /** What is chosen elsewhere is shown there. */
  hasOthers?: boolean
}) {
  const names = namesIn(value)
  const unknown = hasOthers ? [] : names.filter((one) => !places.some(({ key }) => isSame(key, one)))
  const all = [...places, ...unknown.map((one) => ({ key: one, name: one, note: 'no agent there now' }))]
  return (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      {all.map(({ key, name, note }) => (
        <CheckBox
          key={key}
          label={
            <>
              {name} <span className="text-soft inline-block font-normal">{note}</span>
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
      <span aria-hidden="true">▲ </span>No location is chosen: the check will not run.
    </p>
  )
}
