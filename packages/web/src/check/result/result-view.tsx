import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { ReactNode } from 'react'
import { formatMs } from '../../parts/format.ts'
import { Moment } from '../../parts/moment.tsx'
import { VerdictMark } from '../../parts/verdict-mark.tsx'
import type { CheckResult } from '../../resources/check-result.ts'
import { Assertions } from './assertions.tsx'
import { detailOf, isRunType, type RunType } from './detail-of.ts'
import { DnsDetail } from './dns.tsx'
import { GrpcDetail } from './grpc.tsx'
import { IcmpDetail } from './icmp.tsx'
import { RawDocument } from './raw-document.tsx'
import { SslDetail } from './ssl.tsx'
import { TcpDetail } from './tcp.tsx'
import { TracerouteDetail } from './traceroute.tsx'
import { UrlDetail } from './url.tsx'
import { reasonOf, verdictOf } from './verdict-of.ts'

const details = {
  ICMP: ({ icmpCheckResult: detail }) => (detail === null ? null : <IcmpDetail detail={detail} />),
  URL: ({ apiCheckResult: detail }) => (detail === null ? null : <UrlDetail detail={detail} />),
  TCP: ({ tcpCheckResult: detail }) => (detail === null ? null : <TcpDetail detail={detail} />),
  DNS: ({ dnsCheckResult: detail }) => (detail === null ? null : <DnsDetail detail={detail} />),
  SSL: ({ sslCheckResult: detail }) => (detail === null ? null : <SslDetail detail={detail} />),
  GRPC: ({ grpcCheckResult: detail }) => (detail === null ? null : <GrpcDetail detail={detail} />),
  TRACEROUTE: ({ tracerouteCheckResult: detail }) =>
    detail === null ? null : <TracerouteDetail detail={detail} />,
} satisfies Record<RunType, (result: CheckResult) => ReactNode>

/** One result in full: the verdict and why, what was measured, what was asserted, and the document itself. */
export function ResultView({ result, checkType }: { result: CheckResult; checkType: CheckType }) {
  return (
    <>
      <Outcome result={result} />
      <Assertions assertions={detailOf(result)?.assertions ?? []} />
      {isRunType(checkType) ? details[checkType](result) : null}
      <RawDocument result={result} />
    </>
  )
}

const washes = {
  PASSED: 'bg-good-wash',
  DEGRADED: 'bg-warn-wash',
  FAILED: 'bg-bad-wash',
  WITHHELD: 'bg-raised',
} as const

function Outcome({ result }: { result: CheckResult }) {
  const verdict = verdictOf(result)
  const reason = reasonOf(result)
  return (
    <div className={`${washes[verdict]} mb-4 rounded-lg p-4`}>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <VerdictMark verdict={verdict} />
        <span className="text-base font-semibold">
          {result.responseTime === null ? 'Nothing was measured' : formatMs(result.responseTime)} at{' '}
          {result.runLocation}
        </span>
        <span className="text-soft">
          <Moment at={result.startedAt} />
        </span>
      </p>
      {reason === null ? null : <p className="mt-2 break-words whitespace-pre-wrap">{reason}</p>}
    </div>
  )
}
