import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useMay } from '../api/account-context.ts'
import { useLiveEvent } from '../api/live-events.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page.tsx'
import { Empty, Failed, Loading } from '../parts/states.tsx'
import { overviewKey } from '../resources/check-overview.ts'
import type { Check } from '../resources/checks.ts'
import { servedLocationQuery, type ServedLocation } from '../resources/locations.ts'
import { FirstForm } from './first-form.tsx'
import { FirstResultCard } from './first-result-card.tsx'

/** The screen of an account that has no checks: from here to the first result. */
export function FirstMonitor({ onBegin, onLeave }: { onBegin: () => void; onLeave: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const [newCheck, setNewCheck] = useState<Check | null>(null)
  // Somebody else, or a script, may make the first one while this is shown.
  useLiveEvent(
    'check-changed',
    () => void queries.invalidateQueries({ queryKey: [api.accountId, ...overviewKey] }),
  )
  if (newCheck !== null) {
    return (
      <>
        <PageHead key="made" title="Your first monitor" />
        <FirstResultCard check={newCheck} onLeave={onLeave} />
      </>
    )
  }
  return (
    <>
      <PageHead title="Checks" />
      <Start
        onMade={(check) => {
          setNewCheck(check)
          onBegin()
        }}
      />
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
          <p>Your role may look at them only. Somebody who may write makes the first one.</p>
        </Empty>
      </Card>
    )
  }
  if (formPlace !== null) {
    return (
      <Card title="Make your first monitor">
        <FirstForm place={formPlace} isServed={place.data !== null} onMade={onMade} />
      </Card>
    )
  }
  if (place.isError) return <Failed error={place.error} onRetry={() => void place.refetch()} />
  if (place.data === undefined) return <Loading what="the locations" />
  return (
    <Card>
      <Empty
        title="No agent is running"
        action={
          <>
            <AccountLink to="/accounts/$accountId/locations" className={buttonClasses('primary')}>
              Set up a location
            </AccountLink>
            <button type="button" className={buttonClasses('plain')} onClick={() => void place.refetch()}>
              Look again
            </button>
          </>
        }
      >
        <p>
          Checks are run by agents, and none has reported to this server. Make a key for a location and start
          an agent with it, or let the server run checks itself by starting it without{' '}
          <code>SONDE_EMBEDDED_AGENT=off</code>.
        </p>
      </Empty>
    </Card>
  )
}
