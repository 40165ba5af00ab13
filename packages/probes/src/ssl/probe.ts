import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { dayMs } from '@sonde/ground/durations.ts'
import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import type { Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import {
  longestSslAttemptMs,
  serverNameOf,
  sslConnectMs,
  type SslDocument,
  type SslCertificate,
  sslLimits,
  type SslRunConfig,
} from '@sonde/schema/check-types/ssl/result.ts'
import { readTlsVersion } from '@sonde/schema/check-types/tls-version.ts'
import { certificateDates } from '../connection/certificate-dates.ts'
import {
  findChainProblem,
  findUntimelyIssuer,
  type PresentedChain,
  untimelyIssuerError,
} from '../connection/certificate-problem.ts'
import { type Anchors, isIssuedBy, trustAnchors } from '../connection/chain-trust.ts'
import { chooseClientCertificate } from '../connection/choose-client-certificate.ts'
import { coversHost } from '../connection/covers-host.ts'
import { openConnection } from '../connection/open-connection.ts'
import { UnusableClientCertificate } from '../connection/secure-contexts.ts'
import { presentedChain, startTls } from '../connection/start-tls.ts'
import { measureOnLoop } from '../measure-on-loop.ts'
import type { Probe, ProbeContext, RunConditions } from '../probe.ts'
import { authorityNames, describeCertificate } from './describe-certificate.ts'
import { findBan } from './distrusted-authorities.ts'
import { readStaple } from './read-staple.ts'

type Needed = 'resolveName' | 'resolveProxy' | 'loop' | 'now' | 'authorities' | keyof RunConditions
type SslProbe = Probe<SslRunConfig, SslDocument, Needed>

/** Shakes hands with one TLS server and looks at what it shows. */
export function createSslProbe({ connectMs = sslConnectMs } = {}): SslProbe {
  return (config, context) =>
    measureOnLoop(context, longestSslAttemptMs(config), (signal) =>
      lookAt(config.request, { ...context, signal }, connectMs),
    )
}

export const probeSsl: SslProbe = createSslProbe()

async function lookAt(
  request: SslRunConfig['request'],
  context: Pick<ProbeContext, Needed>,
  connectMs: number,
): Promise<Outcome<SslDocument>> {
  const { hostname: host, port, ipFamily: family, handshakeTimeoutMs } = request.sslConfig
  const clientCertificate = certificateFor(request, context.clientCertificates)
  const startedMs = performance.now()
  const unreachable = (error: ProbeError): Outcome<SslDocument> => ({
    kind: 'unreachable',
    error,
    document: null,
    elapsedMs: performance.now() - startedMs,
  })
  const opening = await openConnection({ host, port, family, connectMs }, context, context.signal)
  if (opening.kind === 'failed') {
    const { error, stage } = opening
    // A denied target was found by its name all right.
    return unreachable({ ...error, phase: error.phase ?? (error.code === 'EACCES' ? 'connect' : stage) })
  }
  const { connection } = opening
  const name = serverNameOf(request)
  const start = await startTls(
    {
      connection,
      host: name,
      isVerified: false,
      clientCertificate,
      handshakeMs: handshakeTimeoutMs,
      offersOldVersions: true,
      asksForStaple: true,
    },
    context,
    context.signal,
  )
  if (start.kind === 'failed') return unreachable(start.error)
  const { socket, tlsMs, staple } = start
  try {
    const anchors = trustAnchors(context.authorities, clientCertificate?.ca ?? null)
    const document = describe(socket, {
      name,
      handshakeTimeMs: tlsMs,
      resolvedIp: connection.address,
      staple,
      anchors,
      nowAt: context.now(),
    })
    if (document !== null) return { kind: 'answered', document }
    const message = `${connection.address ?? host}:${port} completed the TLS handshake without a certificate`
    return unreachable({ code: 'EPROTO', message, hostname: host, port, phase: 'tls' })
  } finally {
    socket.destroy()
  }
}

function certificateFor(
  { sslConfig, sslClientCertificateId }: SslRunConfig['request'],
  certificates: readonly RunCertificate[],
): RunCertificate | null {
  switch (sslConfig.clientCertificateMode) {
    case 'auto':
      return chooseClientCertificate(certificates, sslConfig.hostname)
    case 'explicit': {
      const id = sslClientCertificateId?.toLowerCase()
      const certificate = certificates.find((known) => known.id.toLowerCase() === id)
      if (certificate !== undefined) return certificate
      throw new UnusableClientCertificate(
        `The client certificate ${id ?? ''} of the check for ${sslConfig.hostname} no longer exists`,
      )
    }
    default:
      return null
  }
}

type Circumstances = {
  name: string
  handshakeTimeMs: number
  resolvedIp: string | null
  staple: Buffer | null
  anchors: Anchors
  nowAt: number
}

function describe(socket: TLSSocket, circumstances: Circumstances): SslDocument | null {
  const { name, handshakeTimeMs, resolvedIp, staple, anchors, nowAt } = circumstances
  const presented = presentedChain(socket)
  const certificates = presented.certificates.slice(0, sslLimits.chain + 1)
  const [leaf, ...others] = certificates
  const dates = leaf === undefined ? null : certificateDates(leaf)
  const protocol = readTlsVersion(socket.getProtocol() ?? '')
  if (leaf === undefined || dates === null || protocol === null) return null
  const described = certificates.map((one) =>
    describeCertificate(one, findIssuer(one, certificates, anchors)),
  )
  const [certificate, ...chain] = described
  if (certificate === undefined) return null
  const chainProblem = findChainProblem(presented, () => anchors)
  const problem = explainChain(presented, { code: chainProblem, name, nowAt, anchors, certificate })
  const isIncomplete = certificate.issuerFingerprintSha256 === null
  const stapled = staple === null || staple.length === 0 ? null : readStaple(staple, leaf, nowAt)
  return {
    resolvedIp,
    protocol,
    cipherSuite: socket.getCipher().standardName.slice(0, 100),
    handshakeTimeMs,
    hostnameVerified: coversHost(leaf, name),
    chainTrusted: chainProblem === null,
    chainTrustReason: problem?.code ?? null,
    chainTrustDetail: problem?.detail.slice(0, sslLimits.text) ?? null,
    incompleteChain: isIncomplete,
    missingIntermediate: isIncomplete ? (certificate.issuerCN ?? certificate.issuer) : null,
    daysUntilExpiry: daysBetween(nowAt, dates.to),
    notYetValid: dates.from.getTime() > nowAt,
    ocspStapled: stapled !== null,
    ocspStatus: stapled?.status ?? null,
    sctPresent: certificate.hasSct || stapled?.hasTimestamps === true,
    distrustedCA: findBan([
      ...authorityNames(leaf, 'issuer'),
      ...others.flatMap((one) => authorityNames(one, 'subject')),
    ]),
    certificate,
    chain,
  }
}

/** Why clients refuse the chain: it is not trusted, or the dates of an authority in it. Those of the leaf are judged apart. */
function explainChain(
  presented: PresentedChain,
  of: { code: string | null; name: string; nowAt: number; anchors: Anchors; certificate: SslCertificate },
): { code: string; detail: string } | null {
  if (of.code !== null)
    return { code: of.code, detail: explainUntrusted(of.code, of.name, of.certificate.issuer) }
  const untimely = findUntimelyIssuer(presented, of.nowAt, () => of.anchors)
  if (untimely === null) return null
  const { code, message } = untimelyIssuerError(untimely, of.nowAt, of.name)
  return { code, detail: message }
}

/** A hostile server may send many certificates of one name, each with a key that is slow to verify with. */
const mostIssuersTried = 3

function findIssuer(
  certificate: X509Certificate,
  sent: readonly X509Certificate[],
  anchors: Anchors,
): X509Certificate | null {
  const named = sent.filter(({ subject }) => subject === certificate.issuer)
  const candidates = [...anchors.named(certificate.issuer), ...named].slice(0, mostIssuersTried)
  return candidates.find((other) => isIssuedBy(certificate, other)) ?? null
}

function daysBetween(nowAt: number, date: Date): number {
  const days = Math.floor((date.getTime() - nowAt) / dayMs)
  return Number.isFinite(days) ? Math.max(-10_000_000, Math.min(10_000_000, days)) : -10_000_000
}

function explainUntrusted(code: string, name: string, issuer: string): string {
  const text = {
    DEPTH_ZERO_SELF_SIGNED_CERT: `Certificate of ${name} is self-signed`,
    SELF_SIGNED_CERT_IN_CHAIN: `Certificate chain of ${name} ends in a root that is not trusted`,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: `Certificate chain of ${name} is incomplete or not trusted: ${issuer} is missing`,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `Certificate chain of ${name} is incomplete or not trusted`,
  }[code]
  return text ?? `Certificate chain of ${name} is not trusted (${code})`
}
