import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { emptyProjectKey } from '../project-bundle.ts'

type Body = { name: string } & Readonly<Record<string, unknown>>

/** The least that each type needs to be made. One without a body does not compile. */
const bodies: Readonly<Record<Exclude<CheckType, 'PLAYWRIGHT'>, Body>> = {
  API: { name: 'An API', request: { url: 'https://api.example.net/health' } },
  BROWSER: { name: 'A browser', script: "import { test } from '@playwright/test'" },
  MULTI_STEP: { name: 'A multistep', script: "import { test } from '@playwright/test'" },
  ICMP: { name: 'An ICMP', request: { hostname: 'edge1.example.net' } },
  URL: { name: 'A URL', request: { url: 'https://shop.example.net/' } },
  TCP: { name: 'A TCP', request: { hostname: 'db.example.net', port: 5432 } },
  DNS: { name: 'A DNS', request: { query: 'shop.example.net', recordType: 'A' } },
  SSL: { name: 'An SSL', request: { sslConfig: { hostname: 'shop.example.net' } } },
  TRACEROUTE: { name: 'A traceroute', request: { url: 'edge1.example.net' } },
  GRPC: { name: 'A gRPC', request: { url: 'grpc.example.net', port: 443, grpcConfig: { mode: 'HEALTH' } } },
  HEARTBEAT: {
    name: 'A heartbeat',
    heartbeat: { period: 1, periodUnit: 'hours', grace: 5, graceUnit: 'minutes' },
  },
}

/** One for every type that can be made. That of a project needs its bundle: see `uploadEmptyProject`. */
export function smallestChecksOf(accountId: string): { checkType: CheckType; segment: string; body: Body }[] {
  const all = { ...bodies, PLAYWRIGHT: { name: 'A suite', codeBundlePath: emptyProjectKey(accountId) } }
  return checkKinds.map(({ checkType, segment }) => ({ checkType, segment, body: all[checkType] }))
}
