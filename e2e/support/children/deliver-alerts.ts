import { defaultAlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import { createBudgets } from '@sonde/alerting/delivery/budgets.ts'
import { createDelivery } from '@sonde/alerting/delivery/create-delivery.ts'
import type { AlertSender } from '@sonde/alerting/delivery/delivery.ts'
import { createAlertSender } from '@sonde/alerting/delivery/sender.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { openStore, type Store } from '@sonde/store/engine/store.ts'

/**
 * Delivers what is in the outbox to one receiver, with the product's own parts. KILL_AT (`after-send:3`) names
 * the moment at which it kills itself, and how many of them go well before.
 */
const [dataDir = '', databaseUrl = '', receiver = '', claimMs = ''] = process.argv.slice(2)
const [killAt, goWell = '0'] = (process.env['KILL_AT'] ?? '').split(':')
let passed = 0

function reach(moment: 'after-claim' | 'after-send' | 'before-mark' | 'after-mark'): void {
  if (moment !== killAt) return
  passed += 1
  if (passed > Number(goWell)) process.kill(process.pid, 'SIGKILL')
}

const clock = systemClock
const opened = await openStore({ dataDir, databaseUrl: databaseUrl || null, encryptionKey: null, clock })
const real = createAlertSender({
  settings: defaultAlertingSettings,
  clock,
  log: silentLogger,
  publicUrl: () => 'http://127.0.0.1',
})

const sender: AlertSender = {
  async send(delivery, signal) {
    reach('after-claim')
    const outcome = await real.send(delivery, signal)
    reach('after-send')
    return outcome
  },
}

const store: Store = {
  ...opened,
  async write(work) {
    const result = await opened.write(async (db) => {
      const done = await work(db)
      if (isMark(done)) reach('before-mark')
      return done
    })
    if (isMark(result)) reach('after-mark')
    return result
  },
}

/** The write that notes a message as sent is the one that says so. */
function isMark(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'sent'
}

createDelivery({
  store,
  clock,
  log: silentLogger,
  sender,
  budgets: createBudgets(1_000_000),
  claimMs: Number(claimMs),
  canMail: false,
  publicUrl: () => 'http://127.0.0.1',
  loadChannel: async () => ({ type: 'WEBHOOK', config: { name: 'receiver', url: receiver, method: 'POST' } }),
  variablesFor: async () => new Map(),
}).start()
process.stdout.write('started\n')
