import { availableParallelism } from 'node:os'
import { parseUserIds } from '@sonde/sandbox/user-id-slots.ts'
import type { AgentSettings } from '@sonde/schema/agents/agent-settings.ts'
import type { scriptSettings } from '@sonde/schema/agents/script-settings.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'

type RuntimeInstall = NonNullable<AgentSettings['RUNTIME_INSTALL']>

export type ScriptSettings = {
  sandbox: AgentSettings['SANDBOX']
  network: AgentSettings['SCRIPT_NETWORK']
  userIds: { first: number; last: number }
  concurrency: number
  poolSize: number
  runtimesDir: string | null
  chromiumPath: string | null
  runtimeInstall: RuntimeInstall
}

type Written = Pick<AgentSettings, keyof typeof scriptSettings>

/** What the schema cannot say is added to `violations`. */
export function scriptMistakes({ SANDBOX_UIDS }: Partial<Written>, violations: Violation[]): void {
  if (SANDBOX_UIDS === undefined || parseUserIds(SANDBOX_UIDS) !== null) return
  const message = 'is not a range of user ids from 1000 on, such as 64100-64199'
  violations.push({ path: 'SANDBOX_UIDS', message })
}

export function readScriptSettings(
  read: Written,
  defaults: { runtimeInstall: RuntimeInstall },
): ScriptSettings {
  return {
    sandbox: read.SANDBOX,
    network: read.SCRIPT_NETWORK,
    userIds: parseUserIds(read.SANDBOX_UIDS) ?? { first: 64_100, last: 64_199 },
    concurrency: read.SCRIPT_CONCURRENCY ?? Math.min(64, Math.max(2, availableParallelism())),
    poolSize: read.SCRIPT_POOL,
    runtimesDir: read.RUNTIMES_DIR ?? null,
    chromiumPath: read.CHROMIUM_PATH ?? null,
    runtimeInstall: read.RUNTIME_INSTALL ?? defaults.runtimeInstall,
  }
}
