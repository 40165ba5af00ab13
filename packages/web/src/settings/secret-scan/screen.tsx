import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../api/account-context.ts'
import { AccountLink } from '../../parts/account-link.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page.tsx'
import { Empty, Failed, Loaded } from '../../parts/states.tsx'
import { secretScanQuery, type SecretFinding } from '../../resources/account/secret-scan.ts'
import { fieldInWords } from './field-words.ts'
import { formOfFindingQuery } from './form-of-finding.ts'
import { holderOfFinding } from './holder-of-finding.ts'

export function SecretScanScreen() {
  const { id, api } = useAccount()
  const query = useQuery(secretScanQuery(api))
  return (
    <>
      <PageHead
        title="Secret scan"
        actions={
          <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
            Scan again
          </Button>
        }
      >
        <p className="text-soft mt-1 max-w-prose">
          Credentials that every member can read. Each one belongs in a{' '}
          <AccountLink to="/accounts/$accountId/settings/variables" className="underline">
            secret variable
          </AccountLink>{' '}
          that is used in its place, and must be renewed at its source.
        </p>
      </PageHead>
      {query.isRefetchError ? <Failed error={query.error} /> : null}
      <Card isFlush>
        <Loaded query={query} what="the findings; many checks take some seconds">
          {(findings) =>
            findings.length === 0 ? (
              <Empty title="Nothing found" help="secret-scan">
                <p>
                  Scanned <Moment at={query.dataUpdatedAt} form="ago" />. No check, group, snippet, channel or
                  variable contains an unencrypted credential.
                </p>
              </Empty>
            ) : (
              <Findings findings={findings} accountId={id} />
            )
          }
        </Loaded>
      </Card>
    </>
  )
}

function Findings({ findings, accountId }: { findings: readonly SecretFinding[]; accountId: string }) {
  return (
    <div tabIndex={0} role="region" aria-label="Findings" className="overflow-x-auto">
      <p role="status" className="px-4 pt-3 font-medium">
        {findings.length === 1 ? '1 finding' : `${findings.length} findings`}
      </p>
      <DataTable columns={['In', 'Field', 'Value']}>
        {findings.map((finding) => {
          const { word, href } = holderOfFinding(finding, accountId)
          const name = finding.entityName ?? finding.entityId
          return (
            <tr
              key={`${finding.entityType} ${finding.entityId} ${finding.fieldPath} ${finding.valuePreview ?? ''}`}
            >
              <td>
                {href === null ? name : <Link to={href}>{name}</Link>}
                <span className="text-soft block text-xs">{word}</span>
              </td>
              <td>
                <FieldName finding={finding} />
                {finding.fieldKey === null ? null : (
                  <code className="text-soft block text-xs">{finding.fieldKey}</code>
                )}
              </td>
              <td>
                {finding.valuePreview === null ? (
                  <span className="text-soft">too short to show</span>
                ) : (
                  <code>{finding.valuePreview}</code>
                )}
              </td>
            </tr>
          )
        })}
      </DataTable>
    </div>
  )
}

function FieldName({ finding }: { finding: SecretFinding }) {
  const { data: form, isPending } = useQuery(formOfFindingQuery(finding))
  return isPending ? '…' : fieldInWords(finding, form ?? null)
}
