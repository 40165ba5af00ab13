import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/account-context.ts'
import { groupLocations } from '../../check-form/group-locations.ts'
import { Loaded } from '../../parts/states.tsx'
import type { AccountSettings } from '../../resources/account/account.ts'
import { locationsQuery } from '../../resources/locations.ts'
import { CheckBox } from '../../schema-form/check-box.tsx'
import { FieldGroup } from '../../schema-form/field-group.tsx'
import { mistakeAt } from '../../small-form/mistake-at.ts'

type Chosen = NonNullable<AccountSettings['defaultLocations']>

/** This server and the regions with agents, and what was chosen before. */
export function DefaultLocations({
  value,
  error,
  onChange,
}: {
  value: AccountSettings['defaultLocations']
  error: unknown
  onChange: (value: AccountSettings['defaultLocations']) => void
}) {
  const query = useQuery(locationsQuery(useApi()))
  const chosen: readonly string[] = value ?? []
  const choose = (codes: readonly string[]) =>
    // Safe because the server offers no other codes than those it accepts.
    onChange(codes.length === 0 ? null : ([...codes] as Chosen))
  return (
    <FieldGroup
      label="Default locations"
      help="Where a check runs that is deployed from code without a location and without a group. With none chosen: at this server."
      error={mistakeAt(error, 'defaultLocations')}
    >
      <Loaded query={query} what="the locations">
        {(locations) => (
          <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
            {groupLocations({ locations, codes: chosen, chosen }).offered.map(({ key, name, note }) => (
              <CheckBox
                key={key}
                label={
                  <>
                    {name} <span className="text-soft inline-block font-normal">{note}</span>
                  </>
                }
                isChecked={chosen.includes(key)}
                onChange={(isChosen) =>
                  choose(isChosen ? [...chosen, key] : chosen.filter((code) => code !== key))
                }
              />
            ))}
          </div>
        )}
      </Loaded>
    </FieldGroup>
  )
}
