import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/facts.tsx'
import { formatMs, formatPercent } from '../../parts/format.ts'
import type { CheckResult } from '../../resources/check-result.ts'

type Detail = NonNullable<CheckResult['icmpCheckResult']>

export function ResultDetail({ result: { icmpCheckResult: detail } }: { result: CheckResult }) {
  return detail === null ? null : <IcmpDetail detail={detail} />
}

function IcmpDetail({ detail }: { detail: Detail }) {
  const { request, response } = detail
  const pings = response?.pingResults ?? []
  return (
    <>
      <Card title="Ping">
        <Facts
          isKnownOnly={response === null}
          facts={[
            ['Target', request.hostname],
            ['Address', response?.resolvedIp ?? request.targetIp],
            ['IP version', response?.ipFamily ?? request.ipFamily],
            [
              'Sent / received',
              response === null
                ? null
                : `${response.packetsSent ?? '–'} / ${response.packetsReceived ?? '–'}`,
            ],
            ['Packet loss', formatPercent(response?.packetLoss)],
            ['Average', formatMs(response?.latency?.avg)],
            ['Fastest', formatMs(response?.latency?.min)],
            ['Slowest', formatMs(response?.latency?.max)],
            ['Standard deviation', formatMs(response?.latency?.stdDev)],
            ['DNS lookup', formatMs(response?.dnsResolutionTime)],
            ['Agent delay', formatMs(detail.noiseMs)],
          ]}
        />
      </Card>
      <Pings pings={pings} />
    </>
  )
}

type Pings = NonNullable<NonNullable<Detail['response']>['pingResults']>

function Pings({ pings }: { pings: Pings }) {
  if (pings.length === 0) return null
  const slowest = Math.max(...pings.map(({ rtt }) => rtt ?? 0))
  return (
    <Card title="Each ping" isFlush>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Reply</th>
            <th scope="col" className="w-1/2">
              Round trip
            </th>
            <th scope="col">TTL</th>
          </tr>
        </thead>
        <tbody>
          {pings.map(({ sequence, success, rtt, ttl, type, code }) => (
            <tr key={sequence}>
              <td className="tabular-nums">{sequence + 1}</td>
              <td className={success ? '' : 'text-bad font-semibold'}>
                {success
                  ? 'Answered'
                  : type === undefined
                    ? 'Lost'
                    : `Refused (ICMP type ${type}, code ${code ?? '–'})`}
              </td>
              <td>
                <div className="flex items-center gap-2">
                  <div aria-hidden="true" className="bg-raised h-3 min-w-16 flex-1 rounded max-md:min-w-4">
                    {rtt === undefined ? (
                      <div className="bg-bad-wash h-full rounded" />
                    ) : (
                      <div
                        className="bg-accent-fill h-full rounded"
                        style={{ width: `${slowest <= 0 ? 1 : Math.max(1, (rtt / slowest) * 100)}%` }}
                      />
                    )}
                  </div>
                  <span className="w-20 shrink-0 text-right whitespace-nowrap max-md:w-auto tabular-nums">
                    {formatMs(rtt)}
                  </span>
                </div>
              </td>
              <td className="tabular-nums">{ttl ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
