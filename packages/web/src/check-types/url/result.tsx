import { NamedValues } from '../../check/result/named-values.tsx'
import { Timings } from '../../check/result/timings.tsx'
import { inSequence } from '../../check/result/waterfall.ts'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Moment } from '../../parts/moment.tsx'
import type { CheckResult } from '../../resources/check-result.ts'

type Detail = NonNullable<CheckResult['apiCheckResult']>

export function ResultDetail({ result: { apiCheckResult: detail } }: { result: CheckResult }) {
  return detail === null ? null : <UrlDetail detail={detail} />
}

function UrlDetail({ detail }: { detail: Detail }) {
  const { request, response } = detail
  const phases = response.timingPhases
  return (
    <>
      <Card title="Request and answer">
        <Facts
          facts={[
            ['Request', `${request.method} ${request.url}`],
            ['Status', response.status === 0 ? null : `${response.status} ${response.statusText}`.trim()],
            ['Address', response.resolvedIp],
          ]}
        />
      </Card>
      {phases === null ? null : (
        <Timings
          phases={inSequence([
            ['Socket wait', phases.wait],
            ['Name lookup', phases.dns],
            ['TCP connection', phases.tcp],
            ['TLS handshake', phases.tls],
            ['First byte', phases.firstByte],
            ['Download', phases.download],
          ])}
          totalMs={phases.total ?? 0}
          {...(response.redirects.length === 0
            ? {}
            : { note: 'The parts are those of the last address; the total covers the redirects, too.' })}
        />
      )}
      <Redirects redirects={response.redirects} />
      <Certificate response={response} />
      <NamedValues title="Headers of the answer" name="Header" values={Object.entries(response.headers)} />
      {response.body === '' ? null : (
        <Card title="Body">
          <CodeBlock text={response.body} what="body of the answer" />
          <p className="text-soft mt-2 text-xs">The beginning of it; kept because the run failed.</p>
        </Card>
      )}
    </>
  )
}

function Redirects({ redirects }: { redirects: Detail['response']['redirects'] }) {
  if (redirects.length === 0) return null
  return (
    <Card title="Redirects" isFlush>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Status</th>
            <th scope="col">Address that answered</th>
          </tr>
        </thead>
        <tbody>
          {redirects.map(({ status, url }, index) => (
            <tr key={`${index}-${url}`}>
              <td>{index + 1}</td>
              <td className="tabular-nums">{status}</td>
              <td>
                <code className="break-all">{url}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Certificate({ response: { tls, certificate } }: { response: Detail['response'] }) {
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
