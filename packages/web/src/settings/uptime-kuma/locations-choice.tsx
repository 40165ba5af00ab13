import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/account-context.ts'
import { thisServer } from '@sonde/schema/agents/served-by.ts'
import { Loaded } from '../../parts/states.tsx'
import { locationsQuery } from '../../resources/locations.ts'
import { privateLocationsQuery } from '../../resources/private-locations.ts'
import { CheckBox } from '../../schema-form/check-box.tsx'
import { FieldGroup } from '../../schema-form/field-group.tsx'

/** Null: nobody has chosen yet, which means this server. */
export type LocationChoice = { locations: readonly string[]; privateLocations: readonly string[] } | null

/** This server, the regions with agents and the private locations. */
export function LocationsChoice({
  choice,
  onChange,
}: {
  choice: LocationChoice
  onChange: (choice: LocationChoice) => void
}) {
  const api = useApi()
  const regions = useQuery(locationsQuery(api))
  const own = useQuery(privateLocationsQuery(api))
  return (
    <FieldGroup
      label="Locations"
      help="Where the imported checks run. You can change it for each check later."
    >
      <Loaded query={regions} what="the locations">
        {(all) => {
          const server = all.filter(({ isThisServer }) => isThisServer).map(({ region }) => region)
          const current = choice ?? { locations: server, privateLocations: [] }
          const switchIn = (list: 'locations' | 'privateLocations', key: string) => (isChosen: boolean) =>
            onChange({
              ...current,
              [list]: isChosen ? [...current[list], key] : current[list].filter((one) => one !== key),
            })
          return (
            <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
              {all
                .filter(({ isThisServer, servedBy }) => isThisServer || servedBy === 'AGENT')
                .toSorted((one, other) => Number(other.isThisServer) - Number(one.isThisServer))
                .map(({ region, name, isThisServer }) => (
                  <CheckBox
                    key={region}
                    label={
                      <>
                        {isThisServer ? thisServer : name}{' '}
                        <span className="text-soft font-normal">{region}</span>
                      </>
                    }
                    isChecked={current.locations.includes(region)}
                    onChange={switchIn('locations', region)}
                  />
                ))}
              {(own.data ?? []).map(({ slugName, name }) => (
                <CheckBox
                  key={slugName}
                  label={
                    <>
                      {name} <span className="text-soft font-normal">{slugName}</span>
                    </>
                  }
                  isChecked={current.privateLocations.includes(slugName)}
                  onChange={switchIn('privateLocations', slugName)}
                />
              ))}
            </div>
          )
        }}
      </Loaded>
    </FieldGroup>
  )
}
