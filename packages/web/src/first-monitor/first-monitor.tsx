import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useMay } from '../api/account-context.ts'
import { useLiveEvent } from '../api/live-events.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { HelpLink } from '../parts/help/help-link.tsx'
import { PageHead } from '../parts/page.tsx'
import { Empty, Failed, Loading } from '../parts/states.tsx'
import type { Check } from '../resources/checks.ts'
import { servedLocationQuery, type ServedLocation } from '../resources/locations.ts'
import { FirstForm } from './first-form.tsx'
import { FirstResultCard } from './first-result-card.tsx'

/** The screen of an account that has no checks: from here to the first result. */
export function FirstMonitor({
  newCheck,
  onMade,
  onLeave,
}: {
  /** The one that was made here; null before that. */
  newCheck: Check | null
  onMade: (check: Check) => void
  onLeave: () => void
}) {
  if (newCheck !== null) {
    return (
      <>
        <PageHead key="made" title="Your first check" />
        <FirstResultCard check={newCheck} onLeave={onLeave} />
      </>
    )
  }
  return (
    <>
      <PageHead title="Checks" />
      <Start onMade={onMade} />
    </>
  )
}

function Start({ onMade }: { onMade: (check: Check) => void }) {
  const mayWrite = useMay('READ_WRITE')
  const query = servedLocationQuery(useApi())
  const place = useQuery({ ...query, enabled: mayWrite })
  const queries = useQueryClient()
  useLiveEvent('agent', () => void queries.invalidateQueries({ queryKey: query.queryKey }))
  // Once the form is shown it stays, with what was typed: an agent may be lost, or the server away, for a moment.
  const [formPlace, setFormPlace] = useState<ServedLocation | null>(null)
  if (place.data !== undefined && place.data !== null && place.data !== formPlace) setFormPlace(place.data)
  if (!mayWrite) {
    return (
      <Card>
        <Empty title="This account has no checks yet">
          <p>
            Your role may only view checks. Ask an administrator to create the first one, or for another role.
          </p>
        </Empty>
      </Card>
    )
  }
  if (formPlace !== null) {
    return (
      <>
        <Card title="Create your first check">
          <FirstForm place={formPlace} isServed={place.data !== null} onMade={onMade} />
        </Card>
        <OtherWays />
      </>
    )
  }
  if (place.isError) return <Failed error={place.error} onRetry={() => void place.refetch()} />
  if (place.data === undefined) return <Loading what="the locations" />
  return (
    <Card>
      <Empty
        title="No agent is connected"
        help="agent"
        action={
          <>
            <AccountLink to="/accounts/$accountId/locations" className={buttonClasses('primary')}>
              Set up a location
            </AccountLink>
            <button type="button" className={buttonClasses('plain')} onClick={() => void place.refetch()}>
              Refresh
            </button>
          </>
        }
      >
        <p>
          Checks are run by agents, and none is connected to this server. Create a location and start an agent
          with its key, or let the server run checks itself: start it without{' '}
          <code>SONDE_EMBEDDED_AGENT=off</code>.
        </p>
      </Empty>
    </Card>
  )
}

/** For whoever has checks elsewhere already, and for programs. */
function OtherWays() {
  const mayImport = useMay('ADMIN')
  return (
    <Card title="Other ways to start">
      <ul className="space-y-2">
        {mayImport ? (
          <>
            <li>
              <AccountLink to="/accounts/$accountId/settings/uptime-kuma" className="underline">
                Import from Uptime Kuma
              </AccountLink>
              : monitors, notifications, status pages and maintenances
            </li>
            <li>
              <AccountLink to="/accounts/$accountId/settings/export" className="underline">
                Import a configuration
              </AccountLink>{' '}
              that another Sonde has exported
            </li>
          </>
        ) : null}
        <li>
          <HelpLink page="api">Create checks with the API</HelpLink>, from a script or a pipeline
        </li>
        <li>
          <HelpLink page="web">Read the documentation</HelpLink>
        </li>
      </ul>
    </Card>
  )
}
