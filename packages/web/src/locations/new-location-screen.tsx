import schema from 'sonde-schema:PrivateLocationCreate'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../api/account-context.ts'
import { useWrite } from '../api/use-write.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page.tsx'
import { createLocation, privateLocationsKey, type LocationValue } from '../resources/private-locations.ts'
import { OnlyFor } from '../settings/only-for.tsx'
import { SmallForm } from '../small-form/small-form.tsx'
import { AgentStart } from './agent-start.tsx'
import { LocationFields, locationFields } from './location-fields.tsx'
import { slugOf } from './slug-of.ts'

export function NewLocationScreen() {
  return (
    <>
      <PageHead
        title="New private location"
        above={<AccountLink to="/accounts/$accountId/locations">Locations</AccountLink>}
      />
      <OnlyFor role="ADMIN" what="Private locations">
        <NewLocation />
      </OnlyFor>
    </>
  )
}

const empty: LocationValue = { name: '', slugName: '', proxyUrl: '' }

function NewLocation() {
  const { id } = useAccount()
  const [value, setValue] = useState(empty)
  const making = useWrite({ write: createLocation, stale: [privateLocationsKey] })
  const location = making.data
  if (location !== undefined) {
    return (
      <Card title={`${location.name} created: now start an agent`}>
        {location.keys.slice(0, 1).map(({ id: keyId, rawKey }) => (
          <AgentStart key={keyId} rawKey={rawKey} />
        ))}
        <p className="mb-3">
          Checks run there when their private locations name <code>{location.slugName}</code>.
        </p>
        <Link
          to="/accounts/$accountId/locations/private/$locationId"
          params={{ accountId: id, locationId: location.id }}
          className={buttonClasses('primary')}
        >
          I have copied it: show the location
        </Link>
      </Card>
    )
  }
  return (
    <Card>
      <SmallForm
        fields={locationFields}
        error={making.error}
        submitWord="Create location"
        isBusy={making.isPending}
        width="max-w-xl"
        cancel={
          <AccountLink to="/accounts/$accountId/locations" className={buttonClasses()}>
            Cancel
          </AccountLink>
        }
        onSubmit={() => making.mutate(value)}
      >
        <LocationFields
          schema={schema}
          error={making.error}
          value={value}
          hasSlug
          onChange={(next) => {
            // Until somebody writes a slug of their own, it follows the name.
            const isOwn = value.slugName !== slugOf(value.name)
            setValue(
              isOwn || next.slugName !== value.slugName ? next : { ...next, slugName: slugOf(next.name) },
            )
          }}
        />
      </SmallForm>
    </Card>
  )
}
