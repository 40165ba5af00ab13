import { isRecord } from '@sonde/ground/is-record.ts'
import { mayActAs, type Role } from '@sonde/schema/accounts/role.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { maskSecrets } from '@sonde/schema/checks/check-secrets.ts'

type Config = Readonly<Record<string, unknown>>

/**
 * The settings of a check for somebody with this role. Who may change the check sees all of it; others see neither
 * the address of its pings nor what its kind says to be secret.
 */
export function shownConfig(checkType: CheckType, config: Config, role: Role): Config {
  if (mayActAs(role, 'READ_WRITE')) return config
  const masked = maskSecrets(kindOf(checkType).secrets, config)
  const { heartbeat } = masked
  if (!isRecord(heartbeat)) return masked
  return { ...masked, heartbeat: { ...heartbeat, pingToken: undefined, pingUrl: undefined } }
}
