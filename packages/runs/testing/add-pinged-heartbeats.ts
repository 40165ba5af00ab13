import { insertCheck, type CheckRow } from '@sonde/store/checks/checks.ts'
import type { HeartbeatTimer } from '@sonde/store/heartbeats/heartbeats.ts'
import { updateHeartbeat } from '@sonde/store/heartbeats/heartbeats.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { randomUUID } from 'node:crypto'
import { alertSettings } from './alerts-under-test.ts'
import { icmpCheck } from './icmp-checks.ts'

/** Many heartbeat monitors at once, every two minutes with a minute of grace, all pinged at that moment. */
export async function addPingedHeartbeats(
  store: Store,
  { accountId, count, pingedAt }: { accountId: string; count: number; pingedAt: number },
): Promise<CheckRow[]> {
  const checks = Array.from({ length: count }, () =>
    icmpCheck(
      {
        locations: [],
        ...alertSettings('R1'),
        heartbeat: {
          period: 2,
          periodUnit: 'minutes',
          grace: 1,
          graceUnit: 'minutes',
          pingToken: randomUUID(),
        },
      },
      { accountId, name: 'Backup', checkType: 'HEARTBEAT', frequency: null, frequencyOffset: null },
    ),
  )
  const timer: HeartbeatTimer = { expectedAt: pingedAt + 120_000, deadlineAt: pingedAt + 180_000 }
  await store.write(async (db) => {
    for (const check of checks) {
      await insertCheck(db, check)
      await updateHeartbeat(db, { checkId: check.id, lastPingAt: pingedAt, timer })
    }
  })
  return checks
}
