import { Card } from '../../parts/card.tsx'
import { Facts, yesNo } from '../../parts/facts.tsx'
import { formatMs } from '../../parts/format.ts'
import { joinClasses } from '../../parts/join-classes.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import type { CheckResult } from '../../resources/check-result.ts'

type Detail = NonNullable<CheckResult['sslCheckResult']>
type BaselineResult = NonNullable<NonNullable<Detail['response']>['securityBaseline']>
type SslCertificate = NonNullable<NonNullable<Detail['response']>['certificate']>

const ocspWords = { good: 'Not revoked', revoked: 'Revoked', unknown: 'Not known to the authority' } as const
const verdictWords = { pass: 'Passed', warn: 'Degraded', fail: 'Failed' } as const
const severityWords = { fail: 'Failure', degrade: 'Degradation', ignore: 'Nothing' } as const

export function ResultDetail({ result: { sslCheckResult: detail } }: { result: CheckResult }) {
  return detail === null ? null : <SslDetail detail={detail} />
}

function SslDetail({ detail }: { detail: Detail }) {
  const { request, response } = detail
  const leaf = response?.certificate
  return (
    <>
      <Card title="TLS">
        <Facts
          isKnownOnly={(response ?? null) === null}
          facts={[
            ['Target', `${request.hostname}:${request.port}`],
            request.serverName === null ? null : ['Server name (SNI)', request.serverName],
            ['Address', response?.resolvedIp],
            (detail.daysUntilExpiry ?? 0) < 0
              ? ['Days since expiry', -(detail.daysUntilExpiry ?? 0)]
              : ['Days until expiry', detail.daysUntilExpiry],
            ['Host name matches', yesNo(detail.hostnameVerified)],
            ['Chain trusted', yesNo(detail.chainTrusted)],
            response?.chainTrustDetail === undefined || response.chainTrustDetail === null
              ? null
              : ['Chain problem', response.chainTrustDetail, 'wide'],
            response?.missingIntermediate === undefined || response.missingIntermediate === null
              ? null
              : ['Missing in the chain', response.missingIntermediate, 'wide'],
            ['Protocol', detail.tlsVersion],
            ['Cipher suite', detail.cipherSuite, 'wide'],
            ['Handshake', formatMs(detail.handshakeTimeMs)],
            ['OCSP response stapled', yesNo(response?.ocspStapled)],
            response?.ocspStatus === undefined || response.ocspStatus === null
              ? null
              : ['OCSP status', ocspWords[response.ocspStatus]],
            ['Certificate transparency', yesNo(response?.sctPresent)],
            response?.distrustedCA === undefined || response.distrustedCA === null
              ? null
              : ['Distrusted authority', response.distrustedCA],
            [
              'Baseline',
              detail.baselineVerdict === undefined || detail.baselineVerdict === null
                ? null
                : `${verdictWords[detail.baselineVerdict]}, grade ${detail.baselineGrade ?? '–'}`,
            ],
          ]}
        />
      </Card>
      {response?.securityBaseline === undefined || response.securityBaseline === null ? null : (
        <Baseline baseline={response.securityBaseline} />
      )}
      {leaf === undefined ? null : <Certificate title="Certificate" certificate={leaf} />}
      {(response?.chain ?? []).map((certificate, index) => (
        <Certificate
          key={`${index}-${certificate.fingerprintSha256}`}
          title={`Chain, certificate ${index + 1}`}
          certificate={certificate}
        />
      ))}
    </>
  )
}

type Rule = Exclude<keyof BaselineResult, 'verdict' | 'grade'>

const rules: readonly (readonly [rule: Rule, label: string])[] = [
  ['minTLSVersion', 'Lowest TLS version'],
  ['minKeySizeBits', 'Smallest key'],
  ['weakSignatureAlgorithm', 'No weak signature'],
  ['weakCipherSuite', 'No weak cipher suite'],
  ['knownBadCA', 'No banned authority'],
  ['recommendedTLSVersion', 'Recommended TLS version'],
  ['recommendedKeySizeBits', 'Recommended key'],
  ['ocspMustStapleRespected', 'OCSP must-staple'],
  ['sctPresent', 'Certificate transparency'],
]

function Baseline({ baseline }: { baseline: BaselineResult }) {
  const judged = rules.flatMap(([rule, label]) => {
    const outcome = baseline[rule]
    return outcome === undefined ? [] : [{ label, ...outcome }]
  })
  if (judged.length === 0) return null
  return (
    <Card title="Security baseline" isFlush>
      <DataTable columns={['Rule', 'Met', 'If not met']}>
        {judged.map(({ label, violated, severity }) => (
          <tr key={label}>
            <td>{label}</td>
            <td className={joinClasses('font-semibold', inkOf(violated, severity))}>
              <span aria-hidden="true">{violated ? '✕ ' : '✓ '}</span>
              {violated ? 'No' : 'Yes'}
            </td>
            <td>{severityWords[severity]}</td>
          </tr>
        ))}
      </DataTable>
    </Card>
  )
}

/** What counts for nothing is no trouble. */
function inkOf(isViolated: boolean, severity: keyof typeof severityWords): string {
  if (!isViolated) return 'text-good'
  return severity === 'ignore' ? 'text-soft' : severity === 'degrade' ? 'text-warn' : 'text-bad'
}

const mostNames = 20

function Certificate({ title, certificate }: { title: string; certificate: SslCertificate }) {
  const { sans } = certificate
  return (
    <Card title={title}>
      <Facts
        facts={[
          ['Issued to', certificate.subjectCN ?? certificate.subject],
          ['Issued by', certificate.issuerCN ?? certificate.issuer],
          ['Valid from', <Moment key="from" at={certificate.notBefore} />],
          ['Valid to', <Moment key="to" at={certificate.notAfter} />],
          [
            'Key',
            `${certificate.keyAlgorithm}${certificate.keySizeBits === null ? '' : `, ${certificate.keySizeBits} bits`}`,
          ],
          ['Signature', certificate.signatureAlgorithm],
          ['Self-signed', yesNo(certificate.selfSigned)],
          ['CA certificate', yesNo(certificate.isCA)],
          ['Must staple', yesNo(certificate.mustStaple)],
          ['Serial number', <code key="serial">{certificate.serialNumber}</code>],
          ['SHA-256', <code key="print">{certificate.fingerprintSha256}</code>, 'wide'],
          sans.length === 0
            ? null
            : [
                'Names',
                `${sans.slice(0, mostNames).join(', ')}${sans.length > mostNames ? ` and ${sans.length - mostNames} more` : ''}`,
                'wide',
              ],
        ]}
      />
    </Card>
  )
}
