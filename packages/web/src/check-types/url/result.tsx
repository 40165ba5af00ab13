import { NamedValues } from '../../check/result/named-values.tsx'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Facts } from '../../parts/facts.tsx'
import type { CheckResult } from '../../resources/check-result.ts'
import { Certificate, type HttpDetail, Redirects, ResponseTimings } from '../http/response-parts.tsx'

export function ResultDetail({ result: { apiCheckResult: detail } }: { result: CheckResult }) {
  return detail === null ? null : <UrlDetail detail={detail} />
}

function UrlDetail({ detail }: { detail: HttpDetail }) {
  const { request, response } = detail
  return (
    <>
      <Card title="Request and response">
        <Facts
          facts={[
            ['Request', `${request.method} ${request.url}`],
            ['Status', response.status === 0 ? null : `${response.status} ${response.statusText}`.trim()],
            ['Address', response.resolvedIp],
          ]}
        />
      </Card>
      <ResponseTimings response={response} />
      <Redirects redirects={response.redirects} />
      <Certificate response={response} />
      <NamedValues title="Response headers" name="Header" values={Object.entries(response.headers)} />
      {response.body === '' ? null : (
        <Card title="Body">
          <CodeBlock text={response.body} what="response body" />
          <p className="text-soft mt-2 text-xs">The beginning of it; kept because the run failed.</p>
        </Card>
      )}
    </>
  )
}
