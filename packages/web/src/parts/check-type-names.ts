import type { CheckTypeName } from '@sonde/schema/check-types/check-type.ts'

/** As people call them. */
export const checkTypeNames: Readonly<Record<CheckTypeName, string>> = {
  ICMP: 'Ping',
  URL: 'URL',
  TCP: 'TCP',
  DNS: 'DNS',
  SSL: 'SSL',
  TRACEROUTE: 'Traceroute',
  GRPC: 'gRPC',
  HEARTBEAT: 'Heartbeat',
  API: 'API',
  BROWSER: 'Browser',
  MULTI_STEP: 'Multistep',
  PLAYWRIGHT: 'Playwright',
  AGENTIC: 'Agentic',
}
