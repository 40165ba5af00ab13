import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useApi } from '../api/account-context.ts'
import type { Session } from '../api/session.ts'
import { useOpenPalette } from '../palette/keyboard.tsx'
import { Button } from '../parts/button.tsx'
import { formatCount } from '../parts/format.ts'
import { summaryQuery } from '../resources/check-overview.ts'
import { PersonMenu } from './person-menu.tsx'
import { PlaceIcon } from './place-icons.tsx'
import { troubleOf, type TroubleCount, type TroubleCounts } from './trouble-counts.ts'
import { useLiveSummary } from './use-live-summary.ts'

const sections = [
  {
    title: 'Monitor',
    places: [
      ['/accounts/$accountId/checks', 'Checks', 'checks'],
      ['/accounts/$accountId/alerts', 'Alerts', 'alerts'],
      ['/accounts/$accountId/groups', 'Groups', 'groups'],
      ['/accounts/$accountId/maintenance', 'Maintenance', 'maintenance'],
    ],
  },
  { title: 'Notify', places: [['/accounts/$accountId/alert-channels', 'Alert channels', 'channels']] },
  {
    title: 'Publish',
    places: [
      ['/accounts/$accountId/status-pages', 'Status pages', 'pages'],
      ['/accounts/$accountId/dashboards', 'Dashboards', 'dashboards'],
    ],
  },
  {
    title: 'Run',
    places: [
      ['/accounts/$accountId/locations', 'Locations', 'locations'],
      ['/accounts/$accountId/test-sessions', 'Test sessions', 'sessions'],
      ['/accounts/$accountId/settings', 'Settings', 'settings'],
    ],
  },
] as const

const itemClasses =
  'text-ink hover:bg-raised flex items-center gap-2.5 rounded-md px-2 py-1 no-underline hover:no-underline max-lg:py-1.5 data-[status=active]:bg-accent-wash data-[status=active]:text-accent data-[status=active]:font-semibold'

type Props = { session: Session; accountId: string }

/** Beside the screens; on a narrow one a bar with a button that opens the same. Only members have something to search. */
export function Navigation({ isMember, ...props }: Props & { isMember: boolean }) {
  return isMember ? <LiveRail {...props} /> : <Rail {...props} trouble={{}} hasSearch={false} />
}

/** What needs somebody is counted beside where it is found. */
function LiveRail(props: Props) {
  const { data } = useQuery(summaryQuery(useApi()))
  useLiveSummary()
  return <Rail {...props} trouble={data === undefined ? {} : troubleOf(data)} hasSearch />
}

function Rail({
  session,
  accountId,
  trouble,
  hasSearch,
}: Props & { trouble: TroubleCounts; hasSearch: boolean }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <header className="border-line border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:w-52 lg:shrink-0 lg:flex-col lg:overflow-y-auto lg:border-r lg:border-b-0">
      <div className="flex items-center justify-between px-4 py-3">
        <Link
          to="/accounts/$accountId/checks"
          params={{ accountId }}
          className="text-ink flex items-center gap-2 text-base font-bold no-underline hover:no-underline"
        >
          <img src="/favicon.svg" alt="" className="size-6" />
          Sonde
        </Link>
        {hasSearch ? <SearchButton isNarrow /> : null}
        <Button
          className="lg:hidden"
          aria-expanded={isOpen}
          aria-controls="navigation"
          aria-describedby={trouble['checks'] === undefined ? undefined : `${id}-checks`}
          onClick={() => setIsOpen(!isOpen)}
        >
          Menu
          <TroubleMark counted={trouble['checks']} />
        </Button>
      </div>
      <div
        id="navigation"
        className={`${isOpen ? 'flex' : 'hidden'} flex-col px-3 pb-3 lg:flex lg:min-h-0 lg:flex-1`}
      >
        {hasSearch ? <SearchButton /> : null}
        <nav aria-label="Main" className="flex flex-1 flex-col gap-3 pb-3" onClick={() => setIsOpen(false)}>
          <Places id={id} accountId={accountId} trouble={trouble} />
          <a href="/help" className={`${itemClasses} mt-auto`}>
            <PlaceIcon name="help" />
            Help
          </a>
        </nav>
        <PersonMenu session={session} accountId={accountId} />
      </div>
    </header>
  )
}

function Places({ id, accountId, trouble }: { id: string; accountId: string; trouble: TroubleCounts }) {
  return sections.map(({ title, places }) => (
    <div key={title}>
      <p aria-hidden="true" className="text-soft px-2 pb-0.5 text-xs font-semibold">
        {title}
      </p>
      <ul aria-label={title}>
        {places.map(([to, name, icon]) => {
          const counted = trouble[icon]
          return (
            <li key={to}>
              <Link
                to={to}
                params={{ accountId }}
                className={itemClasses}
                aria-describedby={counted === undefined ? undefined : `${id}-${icon}`}
              >
                <PlaceIcon name={icon} />
                {name}
                <TroubleMark counted={counted} />
              </Link>
              {counted === undefined ? null : (
                <span id={`${id}-${icon}`} hidden>
                  {counted.words}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  ))
}

/** A count beside a name, which is described by its words. */
function TroubleMark({ counted }: { counted: TroubleCount | undefined }) {
  return counted === undefined ? null : (
    <span
      aria-hidden="true"
      title={counted.words}
      className={`${troubleLooks[counted.tone]} ml-auto rounded px-1.5 text-[11px]/4 font-semibold tabular-nums`}
    >
      {formatCount(counted.count)}
    </span>
  )
}

const troubleLooks = { bad: 'bg-bad-wash text-bad', warn: 'bg-warn-wash text-warn' }

/** Opens the search over everything: in the bar of a narrow screen, above the places of a wide one. */
function SearchButton({ isNarrow = false }: { isNarrow?: boolean }) {
  const openPalette = useOpenPalette()
  return (
    <Button
      className={isNarrow ? 'mr-2 ml-auto lg:hidden' : 'mb-3 w-full max-lg:hidden'}
      aria-keyshortcuts="Control+K"
      onClick={openPalette}
    >
      <svg viewBox="0 0 20 20" className="size-4" aria-hidden="true">
        <path
          d="M14 9A5 5 0 1 1 4 9a5 5 0 0 1 10 0zM12.700 12.700L17 17"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      Search
      {isNarrow ? null : (
        <kbd
          aria-hidden="true"
          className="border-line text-soft ml-auto rounded border px-1.5 font-sans text-xs"
        >
          Ctrl K
        </kbd>
      )}
    </Button>
  )
}
