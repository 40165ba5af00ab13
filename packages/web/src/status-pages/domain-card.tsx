import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Moment } from '../parts/moment.tsx'
import { WordMark } from '../parts/status/word-mark.tsx'
import { pageQuery, type StatusPage } from '../resources/status-pages/status-pages.ts'
import { domainWords } from './domain-words.ts'

/** How far the own domain of a page is, and which records it needs. */
export function DomainCard({ page }: { page: StatusPage }) {
  const api = useApi()
  const queries = useQueryClient()
  const { customDomain, customDomainStatus: status } = page
  if (customDomain === null || status === null) return null
  return (
    <Card
      title="Domain and its records"
      actions={
        <Button
          onClick={() => void queries.invalidateQueries({ queryKey: pageQuery(api, page.id).queryKey })}
        >
          Check again
        </Button>
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        <strong>{customDomain}</strong> <WordMark {...domainWords(status)} />
      </p>
      {status.problem === null ? null : <p className="text-bad mt-2">{status.problem}</p>}
      <p className="text-soft mt-2">
        {status.lastCheckedAt === null ? (
          'The records are checked within a minute, and then every 5 minutes.'
        ) : (
          <>
            Last checked <Moment at={status.lastCheckedAt} form="ago" />
          </>
        )}
      </p>
      <h3 className="mt-4 mb-2">Records to set</h3>
      <dl className="space-y-4">
        <Record
          type="TXT"
          why="verifies that the domain is yours"
          name={status.txtName}
          value={status.txtValue}
        />
        <Record
          type="CNAME"
          why="points visitors to this server"
          name={customDomain}
          value={status.cnameTarget}
        />
      </dl>
    </Card>
  )
}

function Record({ type, why, name, value }: { type: string; why: string; name: string; value: string }) {
  return (
    <div>
      <dt className="mb-1 font-medium">
        {type} <span className="text-soft font-normal">{why}</span>
      </dt>
      {[
        ['name', name],
        ['value', value],
      ].map(([what = '', text = '']) => (
        <dd key={what} className="mb-1 flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0">
            <span className="text-soft text-xs">{what} </span>
            <code className="text-xs">{text}</code>
          </span>
          <CopyButton text={text} what={`${what} of the ${type} record`} />
        </dd>
      ))}
    </div>
  )
}
