import { Card } from '../../parts/card.tsx'
import { Facts, yesNo } from '../../parts/facts.tsx'
import { formatMs, formatPercent } from '../../parts/format.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import type { CheckResult } from '../../resources/check-result.ts'

type Detail = NonNullable<CheckResult['tracerouteCheckResult']>
type TracerouteHop = NonNullable<NonNullable<Detail['response']>['hops']>[number]

const endWords = {
  destinationReached: 'Target reached',
  maxHops: 'Hop limit reached',
  maxUnknownHops: 'Too many hops without a response',
  timeout: 'Out of time',
  unreachable: 'Target unreachable',
} as const

export function ResultDetail({ result: { tracerouteCheckResult: detail } }: { result: CheckResult }) {
  return detail === null ? null : <TracerouteDetail detail={detail} />
}

function TracerouteDetail({ detail }: { detail: Detail }) {
  const { request, response, finalHopLatency, timingPhases } = detail
  const hops = response?.hops ?? []
  return (
    <>
      <Card title="Route">
        <Facts
          isKnownOnly={response === null}
          facts={[
            ['Target', request.url],
            ['Address', response?.resolvedIp],
            [
              'Protocol',
              request.port === undefined ? request.protocol : `${request.protocol}, port ${request.port}`,
            ],
            ['Reached', yesNo(response?.destinationReached)],
            ['Hops', response?.totalHops],
            ['Average', formatMs(finalHopLatency?.avg)],
            ['Fastest', formatMs(finalHopLatency?.min)],
            ['Slowest', formatMs(finalHopLatency?.max)],
            ['Standard deviation', formatMs(finalHopLatency?.stdDev)],
            ['DNS lookup', formatMs(timingPhases?.dns)],
            ['Whole trace', formatMs(timingPhases?.total)],
            response?.truncationReason === undefined ? null : ['Ended', endWords[response.truncationReason]],
          ]}
        />
      </Card>
      {hops.length === 0 ? null : (
        <Card title="Each hop" isFlush>
          <DataTable columns={['Hop', 'Host', 'Loss', 'Answered', 'Average', 'Best', 'Worst', 'Deviation']}>
            {hops.map((hop) => (
              <Hop key={hop.hop_number} hop={hop} />
            ))}
          </DataTable>
        </Card>
      )}
    </>
  )
}

function Hop({ hop }: { hop: TracerouteHop }) {
  const { rtt } = hop
  const notes = [
    hop.asn === undefined ? null : `AS${hop.asn}`,
    hop.asn_org,
    hop.country,
    hop.aws_region,
    hop.aws_service,
  ]
    .filter((note) => note !== undefined && note !== null)
    .join(' · ')
  return (
    <tr>
      <td className="tabular-nums">
        <span className="md:hidden">Hop </span>
        {hop.hop_number}
      </td>
      <td className="phone-line">
        {hop.main_ip === undefined ? (
          <span className="text-soft">No answer</span>
        ) : (
          <>
            <span className="font-medium">{hop.main_host ?? hop.main_ip}</span>
            {hop.main_host === undefined ? null : (
              <span className="text-soft block text-xs">{hop.main_ip}</span>
            )}
          </>
        )}
        {notes === '' ? null : <span className="text-soft block text-xs">{notes}</span>}
      </td>
      <td className={hop.loss_percentage > 0 ? 'text-warn font-semibold tabular-nums' : 'tabular-nums'}>
        {formatPercent(hop.loss_percentage)}
      </td>
      <td className="tabular-nums whitespace-nowrap">
        {hop.received} of {hop.sent}
      </td>
      <td className="tabular-nums">{formatMs(rtt?.avg_ms)}</td>
      <td className="tabular-nums">{formatMs(rtt?.best_ms)}</td>
      <td className="tabular-nums">{formatMs(rtt?.worst_ms)}</td>
      <td className="tabular-nums">{formatMs(rtt?.stddev_ms)}</td>
    </tr>
  )
}
