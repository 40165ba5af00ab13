import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Facts, yesNo } from '../../parts/facts.tsx'
import { formatMs } from '../../parts/format.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import type { CheckResult } from '../../resources/check-result.ts'

type Detail = NonNullable<CheckResult['dnsCheckResult']>

export function ResultDetail({ result: { dnsCheckResult: detail } }: { result: CheckResult }) {
  return detail === null ? null : <DnsDetail detail={detail} />
}

function DnsDetail({ detail }: { detail: Detail }) {
  const { request, response, nameServerInfo } = detail
  const json = response?.json
  const answers = json?.Answer ?? []
  return (
    <>
      <Card title="Question">
        <Facts
          facts={[
            ['Name', request.query],
            ['Record type', request.recordType],
            ['Protocol', request.protocol],
            ['Name server', nameServerInfo === null ? request.nameServer : shownServer(nameServerInfo)],
            ['Return code', response?.returnCode],
            ['Lookup time', formatMs(response?.responseTime)],
            ['Authenticated (DNSSEC)', yesNo(json?.AD)],
            ['Truncated', yesNo(json?.TC)],
          ]}
        />
      </Card>
      {response === null ? null : (
        <Card title="Answers" isFlush>
          {answers.length === 0 ? (
            <p className="text-soft p-4">No records</p>
          ) : (
            <DataTable columns={['Name', 'Type', 'TTL', 'Data']}>
              {answers.slice(0, mostShown).map((record, index) => (
                <tr key={`${record.data}-${index}`}>
                  <td>{record.name}</td>
                  <td>{record.type}</td>
                  <td className="tabular-nums whitespace-nowrap">{record.TTL} s</td>
                  <td>
                    <code className="break-all">{record.data}</code>
                  </td>
                </tr>
              ))}
            </DataTable>
          )}
          {answers.length > mostShown ? (
            <p className="text-soft px-4 py-2 text-xs">
              The first {mostShown} of {answers.length} records. The rest is in the raw document below.
            </p>
          ) : null}
        </Card>
      )}
      {response?.answer === undefined || response.answer === '' ? null : (
        <Card title="Reply as text">
          <CodeBlock text={response.answer} what="reply" />
          {response.answerTruncated === true ? (
            <p className="text-soft mt-2 text-xs">Only the beginning is kept.</p>
          ) : null}
        </Card>
      )}
    </>
  )
}

const mostShown = 100

function shownServer({ name, host, port }: NonNullable<Detail['nameServerInfo']>): string {
  const address = port === 53 ? host : host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
  return name === undefined ? address : `${name} (${address})`
}
