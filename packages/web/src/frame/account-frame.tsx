import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { AccountContext } from '../api/account-context.ts'
import { createApi } from '../api/api.ts'
import { LiveEventsContext, openLiveEvents, type LiveEvents, type LiveTrouble } from '../api/live-events.ts'
import { liveRefusal } from '../api/live-refusal.ts'
import { sessionQuery, type Session } from '../api/session.ts'
import { CheckActionsArea } from '../palette/check-actions.tsx'
import { Keyboard } from '../palette/keyboard.tsx'
import { PageHead } from '../parts/page.tsx'
import { accountRoute } from './account-route.tsx'
import { Navigation } from './navigation.tsx'
import { NotLiveBar } from './not-live-bar.tsx'
import { SignedOutBar } from './signed-out-bar.tsx'
import { useSessionWatch } from './use-session-watch.ts'

export function AccountFrame() {
  const { accountId } = accountRoute.useParams()
  const { session } = accountRoute.useRouteContext()
  const queries = useQueryClient()
  const { isOver } = useSessionWatch(session)
  const membership = session.accounts.find(({ id }) => id === accountId)
  const { user, csrfToken } = session
  const current = useMemo(() => {
    if (membership === undefined) return null
    const { id, name, role } = membership
    return {
      id,
      name,
      role,
      user,
      api: createApi({ accountId: id, csrfToken, readToken: () => readToken(queries, user.id) }),
    }
  }, [membership, user, csrfToken, queries])
  const { events, trouble } = useLiveStream(membership?.id ?? null, session)

  return (
    <>
      <a href="#content" className="bg-card absolute -top-12 left-2 z-50 rounded-md px-3 py-2 focus:top-2">
        Skip to the content
      </a>
      <AccountContext value={current}>
        <LiveEventsContext value={events}>
          <AccountTools isMember={current !== null}>
            <div className="lg:flex">
              <Navigation session={session} accountId={accountId} isMember={current !== null} />
              <main
                id="content"
                tabIndex={-1}
                className="mx-auto min-w-0 max-w-[1760px] flex-1 p-4 outline-none lg:px-6 lg:py-5"
              >
                {isOver ? <SignedOutBar /> : <NotLiveBar accountId={accountId} trouble={trouble} />}
                {current === null ? <NoSuchAccount /> : <Outlet />}
              </main>
            </div>
          </AccountTools>
        </LiveEventsContext>
      </AccountContext>
    </>
  )
}

/** The keys and what they do belong to an account. */
function AccountTools({ isMember, children }: { isMember: boolean; children: ReactNode }) {
  return isMember ? (
    <CheckActionsArea>
      <Keyboard>{children}</Keyboard>
    </CheckActionsArea>
  ) : (
    children
  )
}

function NoSuchAccount() {
  return (
    <>
      <PageHead title="You are not a member of this account" />
      <p>Ask one of its administrators for an invitation, or choose another account under your name.</p>
    </>
  )
}

/** Through the cache of the queries: the frame hears of it, too, when the session is another one. */
async function readToken(queries: QueryClient, userId: string): Promise<string | null> {
  const session = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
  return session?.user.id === userId ? session.csrfToken : null
}

function useLiveStream(
  accountId: string | null,
  { user: { id: userId }, liveEventId }: Session,
): { events: LiveEvents | null; trouble: LiveTrouble | null } {
  const queries = useQueryClient()
  // A session that is read again opens no other stream.
  const after = useRef(liveEventId)
  const [events, setEvents] = useState<LiveEvents | null>(null)
  const [trouble, setTrouble] = useState<LiveTrouble | null>(null)
  useEffect(() => {
    if (accountId === null) return
    const stream = openLiveEvents({
      accountId,
      userId,
      after: after.current,
      askWhy: () => queries.fetchQuery(liveRefusal(accountId)),
      onTrouble: setTrouble,
    })
    setEvents(stream)
    return () => stream.close()
  }, [accountId, userId, queries])
  return { events, trouble }
}
