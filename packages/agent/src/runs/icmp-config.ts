import { isRecord } from '@sonde/ground/is-record.ts'
import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import { comparisons } from '@sonde/schema/check-types/assertion.ts'
import { type IcmpRunConfig } from '@sonde/schema/check-types/icmp/result.ts'
import { ipFamilies } from '@sonde/schema/check-types/ip-family.ts'
import { UnreadableJob } from './execution.ts'

/**
 * The configuration of an ICMP run, as the service sends it. By hand instead of by schema: it is read before
 * every single run, and a run has microseconds.
 */
export function readIcmpConfig(config: unknown): IcmpRunConfig {
  if (isIcmpConfig(config)) return config
  throw new UnreadableJob('its configuration is not valid for an ICMP monitor')
}

function isIcmpConfig(config: unknown): config is IcmpRunConfig {
  return (
    isRecord(config) &&
    isRequest(config['request']) &&
    typeof config['shouldFail'] === 'boolean' &&
    isLimit(config['degradedResponseTime']) &&
    isLimit(config['maxResponseTime']) &&
    isLimit(config['degradedPacketLossThreshold']) &&
    isLimit(config['maxPacketLossThreshold'])
  )
}

function isRequest(request: unknown): request is IcmpRunConfig['request'] {
  if (!isRecord(request)) return false
  const { hostname, ipFamily, pingCount, assertions } = request
  return (
    typeof hostname === 'string' &&
    hostname !== '' &&
    (ipFamily === null || ipFamilies.some((known) => known === ipFamily)) &&
    (pingCount === null || isPingCount(pingCount)) &&
    Array.isArray(assertions) &&
    assertions.every(isAssertion)
  )
}

function isPingCount(count: unknown): boolean {
  return typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= 50
}

function isLimit(limit: unknown): boolean {
  return limit === null || typeof limit === 'number'
}

function isAssertion(assertion: unknown): assertion is Assertion {
  if (!isRecord(assertion)) return false
  const { source, property, comparison, target, regex } = assertion
  return (
    typeof source === 'string' &&
    typeof property === 'string' &&
    comparisons.some((known) => known === comparison) &&
    typeof target === 'string' &&
    (regex === null || typeof regex === 'string')
  )
}
