import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { TlsOptions } from 'node:tls'
import type { ProbeContext } from '@sonde/probes/probe.ts'
import { createSslProbe } from '@sonde/probes/ssl/probe.ts'
import type { SslCheckResult } from '@sonde/schema/check-types/ssl/result.ts'
import { sslKind } from '@sonde/schema/check-types/ssl/kind.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { Evaluation } from '@sonde/verdict/evaluation.ts'
import { evaluateSsl } from '@sonde/verdict/ssl/evaluate.ts'
import { sslRun, type SslConfigFields } from '@sonde/verdict/testing/ssl-run.ts'
import { createCertificateAuthority, type LeafOptions } from './certificate-authority.ts'
import { probeContext } from './probe-context.ts'
import { startTlsServer } from './tls-server.ts'

export const authority = createCertificateAuthority()
const probe = createSslProbe({ connectMs: 60_000 })
const validateDetail = createValidator().compile(sslKind.run?.detail ?? {}, { complete: false })

type Look = SslConfigFields & { context?: Partial<ProbeContext> }

/** Measures and evaluates, with limits that no busy machine reaches unless told. */
export async function look(
  port: number,
  { context = {}, ...fields }: Look = {},
): Promise<Evaluation<SslCheckResult>> {
  const run = sslRun({
    maxResponseTime: null,
    degradedResponseTime: null,
    ...fields,
    sslConfig: { port, handshakeTimeoutMs: 30_000, ...fields.sslConfig },
  })
  const evaluation = evaluateSsl(
    run,
    await probe(run, probeContext({ authorities: [authority.root], ...context })),
  )
  assert.deepEqual(validateDetail(evaluation.detail), [])
  return evaluation
}

export async function lookAtLeaf(
  t: TestContext,
  leaf: LeafOptions,
  fields: Look & { server?: TlsOptions } = {},
): Promise<Evaluation<SslCheckResult>> {
  const issued = authority.issue(leaf)
  const { server, ...rest } = fields
  const { port } = await startTlsServer(t, { key: issued.key, cert: issued.fullChain, ...server })
  return look(port, rest)
}

/** How it ended, and by which step. */
export function summary({ verdict, detail }: Evaluation<SslCheckResult>) {
  const level = verdict.kind
  return [level, detail.failureCategory]
}
