import { Timings } from '../../check/result/timings.tsx'
import { inSequence } from '../../check/result/waterfall.ts'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Facts } from '../../parts/facts.tsx'
import type { CheckResult } from '../../resources/check-result.ts'

type Detail = NonNullable<CheckResult['tcpCheckResult']>

export function ResultDetail({ result: { tcpCheckResult: detail } }: { result: CheckResult }) {
  return detail === null ? null : <TcpDetail detail={detail} />
}

function TcpDetail({ detail }: { detail: Detail }) {
  const { request, response, timingPhases } = detail
  return (
    <>
      <Card title="Connection">
        <Facts
          facts={[
            ['Target', `${request.hostname}:${request.port}`],
            ['Address', response?.resolvedIp],
            ['IP version', request.ipFamily],
          ]}
        />
      </Card>
      {timingPhases === null ? null : (
        <Timings
          phases={inSequence([
            ['DNS lookup', timingPhases.dns],
            ['Connection', timingPhases.connection],
            ['Data', timingPhases.data],
          ])}
          totalMs={timingPhases.total}
        />
      )}
      {request.data === null || request.data === '' ? null : (
        <Card title="Sent data">
          <CodeBlock text={request.data} what="sent data" />
        </Card>
      )}
      {response?.data === undefined || response.data === '' ? null : (
        <Card title="Received data">
          <CodeBlock text={response.data} what="received data" />
          {response.dataTruncated === true ? (
            <p className="text-soft mt-2 text-xs">Only the beginning is kept.</p>
          ) : null}
        </Card>
      )}
    </>
  )
}
