import { randomUUIDv7 } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { makeNotification } from '@sonde/alerting/testing/delivery-under-test.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import { openStore } from '@sonde/store/engine/store.ts'

/**
 * Writes the transitions of checks, failure and recovery in turn, some checks in each transaction, and prints the
 * ids of those that are committed. It ends when its input does.
 */
const [dataDir = '', databaseUrl = '', accountId = '', checkCount = ''] = process.argv.slice(2)
const channelCount = 20
const checksPerWrite = 20
const pauseMs = 600
const clock = systemClock
const store = await openStore({ dataDir, databaseUrl: databaseUrl || null, encryptionKey: null, clock })

const channels: AlertChannelRow[] = Array.from({ length: channelCount }, (_, index) => ({
  id: index + 1,
  accountId,
  type: 'WEBHOOK',
  sealedConfig: '',
  shownConfig: {},
  sendFailure: true,
  sendRecovery: true,
  sendDegraded: false,
  sslExpiry: false,
  sslExpiryThreshold: 30,
  autoSubscribe: false,
  troubleSince: null,
  createdAt: 1,
  updatedAt: null,
}))
const checks = Array.from({ length: Number(checkCount) }, (_, index) => ({
  id: randomUUIDv7(),
  channel: channels.slice(index % channelCount)[0],
  isFailing: false,
}))

process.stdin.resume()
for (let next = 0; !process.stdin.readableEnded; next = (next + checksPerWrite) % checks.length) {
  const rows = checks.slice(next, next + checksPerWrite).flatMap((check) => {
    if (check.channel === undefined) return []
    check.isFailing = !check.isFailing
    const alertType = check.isFailing ? 'ALERT_FAILURE' : 'ALERT_RECOVERY'
    return [makeNotification(check.channel, { at: clock.now(), checkId: check.id, alertType })]
  })
  await store.write((db) => insertNotifications(db, rows))
  writeSync(1, rows.map(({ id }) => `${id}\n`).join(''))
  await delay(pauseMs)
}
await store.close()
