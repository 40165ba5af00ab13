import { setTimeout as delay } from 'node:timers/promises'
import { findTrialRun } from '@sonde/store/runs/trial-runs.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { shownResult } from '../trial-runs/trial-run-answer.ts'
import { clientLog, clientRunData, emptyLog, unreadableDetails } from './client-details.ts'
import { isDetailField } from '@sonde/schema/check-types/check-result.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'

/** Of one account and minute: whoever asks for more waits a little. */
const mostAMinute = 6_000
const longestDelayMs = 5_000

const Anything = Type.Unsafe<unknown>({})
const AssetParams = Type.Object({ region: Type.String(), key: Type.String() })

/**
 * Logs and details of attempts, for the client of the reference. Any answer but 200 would make it end with a stack that
 * holds the API key: what cannot be read has an empty form, and whoever asks too often waits.
 */
export function resultAssets(app: App, deps: ApiDeps): void {
  const pace = createPace(deps)

  for (const kind of ['log', 'check-run-data'] as const) {
    app.get(
      `/next/assets/${kind}/:region/:key`,
      {
        schema: {
          hide: true,
          params: AssetParams,
          response: { 200: Anything },
        },
        config: { access: { kind: 'account', role: 'READ_ONLY' }, limit: null },
      },
      async (request) => {
        const { id: accountId, role } = accountOf(request)
        const { key } = request.params
        await pace(accountId)
        try {
          return (await readAsset({ accountId, key, role }, kind)) ?? emptyForm(kind, key)
        } catch (error) {
          deps.log.warn({ err: error }, 'the details of a run could not be read')
          return emptyForm(kind, key)
        }
      },
    )
  }

  async function readAsset(
    { accountId, key, role }: { accountId: string; key: string; role: Role },
    kind: 'log' | 'check-run-data',
  ): Promise<unknown> {
    const [, checkType, id = '', number] = /^([A-Z_]+)\.([0-9a-f-]{36})\.(\d{1,3})$/.exec(key) ?? []
    const row = checkType === undefined ? null : await findTrialRun(deps.store.read, { accountId, id })
    if (row === null || row.checkType !== checkType) return null
    const attempt = Number(number)
    const found =
      row.earlier[attempt - 1] ??
      (attempt === row.attempt ? { result: row.result, reason: row.reason } : null)
    if (found === null || found.result === null) return null
    const { result, reason } = found
    const shown = shownResult(row, { result, reason, attempt }, role)
    const field = kindOf(row.checkType).run?.detailField
    const detail = field !== undefined && isDetailField(field) ? shown[field] : null
    return kind === 'log' ? clientLog(checkType, detail) : clientRunData(checkType, detail, reason)
  }
}

function emptyForm(kind: 'log' | 'check-run-data', key: string): unknown {
  return kind === 'log' ? emptyLog(key.split('.', 1)[0] ?? '') : unreadableDetails
}

/** Lets so many through in a minute, and makes the others wait. */
function createPace({ clock }: Pick<ApiDeps, 'clock'>) {
  const counts = new Map<string, { minute: number; count: number }>()
  return async function pace(accountId: string): Promise<void> {
    const minute = Math.floor(clock.now() / 60_000)
    const known = counts.get(accountId)
    const count = known?.minute === minute ? known.count + 1 : 1
    if (known === undefined) for (const [id, each] of counts) if (each.minute !== minute) counts.delete(id)
    counts.set(accountId, { minute, count })
    if (count > mostAMinute)
      await delay(Math.min(longestDelayMs, (count - mostAMinute) * 10), undefined, { ref: false })
  }
}
