import { randomUUIDv7 } from 'node:crypto'
import type { CheckAlertEvent } from '@sonde/schema/alerts/alert-event.ts'

/** Belongs to no check. The receiver sees the same check in every test, and can tell it from a real one. */
const sampleId = '00000000-0000-4000-8000-000000000000'

/** What a channel is tested with: an alert as it would be, about a check that does not exist. */
export function sampleAlert({
  accountId,
  publicUrl,
  now,
}: {
  accountId: string
  publicUrl: string
  now: number
}): CheckAlertEvent {
  return {
    kind: 'alert',
    alertId: randomUUIDv7(),
    alertType: 'ALERT_FAILURE',
    title: 'Test message: alerts reach this channel',
    episodeId: randomUUIDv7(),
    episodeSince: now,
    accountId,
    raisedAt: now,
    isReminder: false,
    reminderSequence: 0,
    check: {
      id: sampleId,
      name: 'Test of an alert channel',
      type: 'URL',
      description: 'This is a test of the alert channel. Nothing is wrong.',
      tags: ['sample'],
      groupName: 'Sample group',
      groupId: null,
      target: 'sample.example',
    },
    result: {
      id: sampleId,
      link: `${publicUrl}/`,
      startedAt: now,
      responseTime: 1234,
      region: 'eu-central-1',
      location: 'Frankfurt',
      error: 'This is a test of the alert channel. Nothing is wrong.',
      failedLocations: ['eu-central-1'],
      statusCode: 500,
      statusText: 'Internal Server Error',
    },
    ssl: null,
  }
}
