import { grpcStatusNames } from '@sonde/schema/check-types/grpc/status-names.ts'
import { NamedValues } from '../../check/result/named-values.tsx'
import { Timings } from '../../check/result/timings.tsx'
import { inSequence } from '../../check/result/waterfall.ts'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Facts } from '../../parts/facts.tsx'
import { formatMs } from '../../parts/format.ts'
import type { CheckResult } from '../../resources/check-result.ts'

type Detail = NonNullable<CheckResult['grpcCheckResult']>

export function ResultDetail({ result: { grpcCheckResult: detail } }: { result: CheckResult }) {
  return detail === null ? null : <GrpcDetail detail={detail} />
}

function GrpcDetail({ detail }: { detail: Detail }) {
  const { request, response, timingPhases, grpcStatusCode } = detail
  const { grpcConfig } = request
  const methods = response?.discoveredMethods ?? []
  return (
    <>
      <Card title="Call">
        <Facts
          facts={[
            ['Target', `${request.url}:${request.port}`],
            ['Address', response?.resolvedIp],
            ['Mode', grpcConfig.mode === 'HEALTH' ? 'Health check' : 'Method'],
            ['Method', response?.grpcMethod ?? grpcConfig.method, 'wide'],
            grpcConfig.service === null
              ? null
              : ['Service', grpcConfig.service === '' ? '(the whole server)' : grpcConfig.service],
            [
              'gRPC status',
              grpcStatusCode === null ? null : `${grpcStatusCode} ${grpcStatusNames[grpcStatusCode] ?? ''}`,
            ],
            ['Status message', response?.grpcStatusMessage],
            detail.healthStatus === null
              ? null
              : ['Health', response?.healthStatusLabel ?? detail.healthStatus],
            ['Encrypted', grpcConfig.tls ? 'Yes' : 'No'],
            ['Agent delay', formatMs(detail.noiseMs)],
          ]}
        />
      </Card>
      {timingPhases === null ? null : (
        <Timings
          phases={inSequence([
            ['DNS lookup', timingPhases.dns],
            ['Connection and call', timingPhases.connect],
          ])}
          totalMs={timingPhases.total}
        />
      )}
      {response?.responseMessage === undefined || response.responseMessage === '' ? null : (
        <Card title="Response message">
          <CodeBlock text={response.responseMessage} what="response message" />
        </Card>
      )}
      {grpcConfig.message === null || grpcConfig.message === '' ? null : (
        <Card title="Request message">
          <CodeBlock text={grpcConfig.message} what="request message" />
        </Card>
      )}
      <NamedValues
        title="Response metadata"
        name="Key"
        values={(response?.metadata ?? []).map(({ key, value }) => [key, value])}
      />
      {methods.length === 0 ? null : (
        <Card title="Methods that the server offers">
          <ul className="columns-1 gap-6 sm:columns-2">
            {methods.map((method) => (
              <li key={method}>
                <code className="break-all">{method}</code>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
