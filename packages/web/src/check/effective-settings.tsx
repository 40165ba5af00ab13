import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { factsOf } from '../check-types/kind-facts.ts'
import { Card } from '../parts/card.tsx'
import { Loaded } from '../parts/states.tsx'
import { useTextOfPlace } from '../parts/use-place-names.ts'
import { checkQuery, effectiveSettingsQuery, type EffectiveSettings } from '../resources/checks.ts'

/** Who is notified when the check fails, and what else counts for it, each with who decided it. */
export function EffectiveSettingsCard({ checkId }: { checkId: string }) {
  const api = useApi()
  const settings = useQuery(effectiveSettingsQuery(api, checkId))
  const { data: check } = useQuery(checkQuery(api, checkId))
  const nameOf = useTextOfPlace()
  // What nothing runs has neither locations nor retries.
  const isRun = check !== undefined && factsOf(check.checkType).isRun
  return (
    <Card title="Who is notified">
      <Loaded query={settings} what="who is notified">
        {(effective) => (
          <>
            {effective.nobodyNotified === null ? null : (
              <p className="text-warn mb-3 font-semibold">
                <span aria-hidden="true">⚠ </span>
                Nobody is notified of a failure. {effective.nobodyNotified.sentence}
              </p>
            )}
            <Channels effective={effective} />
            <dl className="border-line mt-4 grid gap-x-6 gap-y-2 border-t pt-4 sm:grid-cols-[10rem_1fr]">
              {isRun ? (
                <>
                  <Row name="Locations" source={groupWords(effective, effective.locations.source)}>
                    {placesOf(effective, nameOf)}
                  </Row>
                  <Row name="Retries" source={groupWords(effective, effective.retries.source)}>
                    {effective.retries.sentence}
                  </Row>
                </>
              ) : null}
              <Row name="Alert settings" source={null}>
                {alertSettingsWords(effective)}
              </Row>
            </dl>
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Channels({ effective }: { effective: EffectiveSettings }) {
  const { id: accountId } = useAccount()
  const mayWrite = useMay('READ_WRITE')
  const { list, source } = effective.channels
  return (
    <>
      {source === 'GROUP' ? (
        <p className="text-soft mb-2">
          Group {effective.group?.name} uses only its own channels: subscriptions of the check do not count.{' '}
          {mayWrite && effective.group !== null ? (
            <Link
              to="/accounts/$accountId/groups/$groupId/edit"
              params={{ accountId, groupId: String(effective.group.id) }}
            >
              Change group
            </Link>
          ) : null}
        </p>
      ) : null}
      {list.length === 0 ? <p className="text-soft">No alert channels subscribed.</p> : null}
      <ul className="space-y-1.5">
        {list.map(({ alertChannelId, name, subscribedBy, isNotified, reason }) => (
          <li key={alertChannelId} className="flex flex-wrap items-baseline gap-x-3">
            <Link
              to="/accounts/$accountId/alert-channels/$channelId"
              params={{ accountId, channelId: String(alertChannelId) }}
            >
              {name}
            </Link>
            <span className="text-soft text-xs">
              {subscribedBy.includes('GROUP') ? `from group ${effective.group?.name ?? ''}` : 'chosen here'}
            </span>
            {isNotified ? null : (
              <span className="text-warn text-xs font-semibold">Not notified: {reason}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Row({ name, source, children }: { name: string; source: string | null; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-soft">{name}</dt>
      <dd>
        {children}
        {source === null ? null : <span className="text-soft">, {source}</span>}
      </dd>
    </div>
  )
}

function groupWords({ group }: EffectiveSettings, source: 'CHECK' | 'GROUP'): string | null {
  return source === 'GROUP' && group !== null ? `from group ${group.name}` : null
}

function placesOf(
  { locations: { locations, privateLocations } }: EffectiveSettings,
  nameOf: (code: string) => string,
): string {
  const places = [...locations, ...privateLocations].map((code) => nameOf(code))
  return places.length === 0 ? 'None: it does not run' : places.join(', ')
}

function alertSettingsWords({ alertSettings: { source }, group }: EffectiveSettings): string {
  switch (source) {
    case 'ACCOUNT':
      return 'From the account'
    case 'GROUP':
      return `From group ${group?.name ?? ''}`
    case 'CHECK':
      return 'From this check'
    default:
      return source satisfies never
  }
}
