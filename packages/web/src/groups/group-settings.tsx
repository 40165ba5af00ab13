import type { ReactNode } from 'react'
import { Card } from '../parts/card.tsx'
import { formatCount } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import { Tag } from '../parts/tag.tsx'
import { useTextOfPlace } from '../parts/use-place-names.ts'
import type { CheckGroup } from '../resources/check-groups.ts'

/** What the group decides for its checks, and what it leaves to them. */
export function GroupSettings({ group }: { group: CheckGroup }) {
  const nameOf = useTextOfPlace()
  const places = [...group.locations, ...(group.privateLocations ?? [])].map((code) => nameOf(code))
  const variables = group.environmentVariables ?? []
  const subscribed = group.alertChannelSubscriptions.filter(({ activated }) => activated)
  return (
    <Card title="Settings for its checks">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        <Fact name="Locations">{places.length === 0 ? 'Set by each check' : places.join(', ')}</Fact>
        <Fact name="At several locations">{parallelWords(group.runParallel)}</Fact>
        <Fact name="Retries">{retryWords(group.retryStrategy)}</Fact>
        <Fact name="Alerts">{alertWords(group.useGlobalAlertSettings)}</Fact>
        <Fact name="Alert channels">
          {group.useGlobalAlertSettings === null
            ? `${formatCount(subscribed.length)} subscribed, plus those of each check`
            : `${formatCount(subscribed.length)} subscribed; those of the checks do not count`}
        </Fact>
        <Fact name="Parallel runs when triggered">{formatCount(group.concurrency)}</Fact>
        <Fact name="Variables">
          {variables.length === 0 ? 'None' : variables.map(({ key }) => key).join(', ')}
        </Fact>
        <Fact name="Tags">
          {group.tags.length === 0 ? (
            'None'
          ) : (
            <span className="flex flex-wrap gap-1">
              {group.tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </span>
          )}
        </Fact>
        <Fact name="Changed">
          <Moment at={group.updated_at ?? group.created_at} form="ago" />
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-soft text-xs font-semibold">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

function parallelWords(runParallel: boolean | null): string {
  if (runParallel === null) return 'Set by each check'
  return runParallel ? 'All at once' : 'One after another'
}

function retryWords(strategy: CheckGroup['retryStrategy']): string {
  if (strategy === 'FALLBACK') return 'Set by each check'
  if (strategy === null) return 'None'
  return `${strategy.type.toLowerCase().replaceAll('_', ' ')}`
}

function alertWords(useGlobal: boolean | null): string {
  if (useGlobal === null) return 'Set by each check'
  return useGlobal ? 'Settings of the account' : 'Settings of this group'
}
