import type { CheckKindType } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckForm } from './check-form-type.ts'

type LoadedForm = { form: CheckForm }

/** A type of check without a form does not compile. Each is read when it is needed. */
export const checkForms = {
  ICMP: () => import('./icmp.ts'),
  URL: () => import('./url.ts'),
  TCP: () => import('./tcp.ts'),
  DNS: () => import('./dns.ts'),
  SSL: () => import('./ssl.ts'),
  TRACEROUTE: () => import('./traceroute.ts'),
  GRPC: () => import('./grpc.ts'),
  HEARTBEAT: () => import('./heartbeat.ts'),
} satisfies Record<CheckKindType, () => Promise<LoadedForm>>
