import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useMay } from '../api/account-context.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { ManagedForm } from '../parts/managed-form.tsx'
import { PageHead } from '../parts/page.tsx'
import {
  privateLocationQuery,
  privateLocationsKey,
  type PrivateLocation,
} from '../resources/private-locations.ts'
import { AgentsCard } from './agents-card.tsx'
import { DeleteLocation } from './delete-location.tsx'
import { EditLocation } from './edit-location.tsx'
import { LocationKeysCard } from './location-keys-card.tsx'
import { LocationUsersCard } from './location-users-card.tsx'
import { QueueCard } from './queue-card.tsx'
import { privateLocationRoute } from './routes.ts'
import { useLiveAgents } from './use-live-agents.ts'

export function PrivateLocationScreen() {
  const { api } = useAccount()
  const { locationId } = privateLocationRoute.useParams()
  const query = useQuery(privateLocationQuery(api, locationId))
  useLiveAgents()
  return (
    <LoadedScreen
      query={query}
      thing="private location"
      above={<AccountLink to="/accounts/$accountId/locations">Locations</AccountLink>}
    >
      {(location) => <Location location={location} />}
    </LoadedScreen>
  )
}

function Location({ location }: { location: PrivateLocation }) {
  const { id } = useAccount()
  const { page = 1 } = privateLocationRoute.useSearch()
  const mayWrite = useMay('ADMIN')
  const navigate = useNavigate()
  const [isDoomed, setIsDoomed] = useState(false)
  return (
    <>
      <PageHead
        title={location.name}
        above={<AccountLink to="/accounts/$accountId/locations">Locations</AccountLink>}
        actions={
          mayWrite ? (
            <Button look="danger" onClick={() => setIsDoomed(true)}>
              Delete
            </Button>
          ) : undefined
        }
      >
        <p className="text-soft mt-1">
          Slug: <code>{location.slugName}</code>
        </p>
      </PageHead>
      <Notices notices={location.notices} />
      <AgentsCard
        location={location.slugName}
        page={page}
        empty="No agent was connected in the last 24 hours. Create a key below and start an agent."
      />
      <LocationKeysCard
        keys={location.keys}
        owner={{ privateLocationId: location.id }}
        location={location.slugName}
        stale={privateLocationsKey}
      />
      <QueueCard locationId={location.id} />
      <LocationUsersCard locationId={location.id} />
      {mayWrite ? (
        <ManagedForm owner={location.projectBindings.owner}>
          <EditLocation key={location.updated_at} location={location} />
        </ManagedForm>
      ) : null}
      {isDoomed ? (
        <DeleteLocation
          location={location}
          leave={() => navigate({ to: '/accounts/$accountId/locations', params: { accountId: id } })}
          onClose={() => setIsDoomed(false)}
        />
      ) : null}
    </>
  )
}

function Notices({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null
  return (
    <Card title="Problems">
      <div role="status">
        <ul className="text-warn space-y-2">
          {notices.map((notice) => (
            <li key={notice}>
              <span aria-hidden="true">⚠ </span>
              {notice}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
