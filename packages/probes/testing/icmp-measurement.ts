import assert from 'node:assert/strict'
import type { IcmpDocument, IcmpRunConfig } from '@sonde/schema/check-types/icmp/result.ts'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { Measurement } from '../src/probe.ts'

/** A run of a monitor with the default thresholds. */
export function configOf(
  hostname: string,
  pingCount: number | null,
  ipFamily: IpFamily | null = 'IPv4',
): IcmpRunConfig {
  return {
    request: { hostname, ipFamily, pingCount, assertions: [] },
    shouldFail: false,
    degradedResponseTime: 10_000,
    maxResponseTime: 20_000,
    degradedPacketLossThreshold: 10,
    maxPacketLossThreshold: 20,
  }
}

/** The document of a measurement that must be of this kind and have one. */
export function documentOf(
  { outcome }: Measurement<IcmpDocument>,
  kind: 'answered' | 'unreachable',
): IcmpDocument {
  const document = outcome.kind === 'not-run' ? null : outcome.document
  assert.equal(outcome.kind, kind, JSON.stringify(outcome))
  assert.ok(document)
  return document
}
