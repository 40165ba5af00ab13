import { randomUUID } from 'node:crypto'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { AlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import { type AlertingSettings, defaultAlertingSettings } from '../src/alerting-settings.ts'
import type { Delivery, TryOutcome } from '../src/delivery/delivery.ts'
import { createAlertSender, type SenderDeps } from '../src/delivery/sender.ts'
import { someAlert } from './some-event.ts'

export type SenderUnderTest = {
  send(
    channelType: ChannelType,
    config: Readonly<Record<string, unknown>>,
    rest?: Partial<Omit<Delivery, 'channelType' | 'config'>>,
  ): Promise<TryOutcome>
  /** What was logged as an error: of a notification that could not be made. */
  errors: unknown[]
}

/** The real sender, with settings of the test. Tries are bounded to 2 s unless told. */
export function senderUnderTest(
  settings: Partial<AlertingSettings> = {},
  deps: Partial<Omit<SenderDeps, 'settings'>> = {},
): SenderUnderTest {
  const errors: unknown[] = []
  const ignore = () => undefined
  const sender = createAlertSender({
    settings: { ...defaultAlertingSettings, ...settings },
    clock: { now: () => Date.parse('2026-03-01T10:00:03.000Z') },
    log: { debug: ignore, info: ignore, warn: ignore, error: (fields) => errors.push(fields) },
    publicUrl: () => 'https://sonde.example.com',
    httpTryMs: 2_000,
    mailTryMs: 2_000,
    ...deps,
  })
  return {
    errors,
    send(channelType, config, rest = {}) {
      const event: AlertEvent = rest.event ?? someAlert()
      return sender.send(
        {
          notificationId: randomUUID(),
          target: null,
          variables: new Map(),
          tryNumber: 1,
          ...rest,
          channelType,
          config,
          event,
        },
        new AbortController().signal,
      )
    },
  }
}
