import { Timings } from '../../check/result/timings.tsx'
import { inSequence } from '../../check/result/waterfall.ts'
import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/facts.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import type { CheckResult } from '../../resources/check-result.ts'

/** What results of URL monitors and of API checks have. */
export type HttpDetail = NonNullable<CheckResult['apiCheckResult']>

type Response = HttpDetail['response']

export function ResponseTimings({ response: { timingPhases: phases, redirects } }: { response: Response }) {
  if (phases === null) return null
  return (
    <Timings
      phases={inSequence([
        ['Socket wait', phases.wait],
        ['DNS lookup', phases.dns],
        ['TCP connect', phases.tcp],
        ['TLS handshake', phases.tls],
        ['Time to first byte', phases.firstByte],
        ['Download', phases.download],
      ])}
      totalMs={phases.total ?? 0}
      {...(redirects.length === 0
        ? {}
        : { note: 'The parts are those of the last address; the total covers the redirects, too.' })}
    />
  )
}

export function Redirects({ redirects }: { redirects: Response['redirects'] }) {
  if (redirects.length === 0) return null
  return (
    <Card title="Redirects" isFlush>
      <DataTable columns={['Step', 'Status', 'Address']}>
        {redirects.map(({ status, url }, index) => (
          <tr key={`${index}-${url}`}>
            <td>
              <span className="md:hidden">Step </span>
              {index + 1}
            </td>
            <td className="tabular-nums">{status}</td>
            <td>
              <code className="break-all">{url}</code>
            </td>
          </tr>
        ))}
      </DataTable>
    </Card>
  )
}

export function Certificate({ response: { tls, certificate } }: { response: Response }) {
  if (tls === undefined && certificate === undefined) return null
  return (
    <Card title="Certificate">
      <Facts
        facts={[
          ['Protocol', tls?.protocol],
          ['Cipher', tls?.cipher],
          ['Issued to', tls?.subject],
          ['Issued by', tls?.issuer],
          ['Valid from', tls?.validFrom === undefined ? null : <Moment at={tls.validFrom} />],
          ['Valid to', <Moment key="to" at={tls?.validTo ?? certificate?.validTo} />],
          ['SHA-256', <code key="print">{tls?.fingerprint ?? certificate?.fingerprint ?? '–'}</code>],
          certificate === undefined ? null : ['First seen at', certificate.host],
        ]}
      />
    </Card>
  )
}
