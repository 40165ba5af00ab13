import type { CheckAlertEvent, DigestEvent, NoticeEvent } from '@sonde/schema/alerts/alert-event.ts'

export const someCheckId = '5b0e4c1a-0000-4000-8000-00000000c4ec'

type AlertOverrides = Omit<Partial<CheckAlertEvent>, 'check' | 'result'> & {
  check?: Partial<CheckAlertEvent['check']>
  result?: Partial<NonNullable<CheckAlertEvent['result']>> | null
}

/** An alert of a check that fails, with everything filled in. */
export function someAlert({ check, result, ...rest }: AlertOverrides = {}): CheckAlertEvent {
  return {
    kind: 'alert',
    alertId: '5b0e4c1a-0000-4000-8000-0000000a1e27',
    alertType: 'ALERT_FAILURE',
    title: 'Checkout is failing',
    episodeId: '5b0e4c1a-0000-4000-8000-00000000e915',
    episodeSince: Date.parse('2026-03-01T09:58:00.000Z'),
    accountId: '5b0e4c1a-0000-4000-8000-0000000acc07',
    raisedAt: Date.parse('2026-03-01T10:00:02.500Z'),
    isReminder: false,
    reminderSequence: 0,
    ssl: null,
    ...rest,
    check: {
      id: someCheckId,
      name: 'Checkout',
      type: 'ICMP',
      description: 'Pays for a basket',
      tags: ['team:shop', 'prod'],
      groupName: 'Shop',
      groupId: 7,
      target: 'shop.example.com',
      ...check,
    },
    result:
      result === null
        ? null
        : {
            id: '5b0e4c1a-0000-4000-8000-0000000e5017',
            link: 'https://sonde.example.com/results/5b0e4c1a',
            startedAt: Date.parse('2026-03-01T10:00:00.000Z'),
            responseTime: 123.4,
            region: 'eu-west-1',
            location: 'Ireland',
            error: 'connection refused',
            failedLocations: ['Ireland'],
            statusCode: null,
            statusText: null,
            ...result,
          },
  }
}

export function someDigest(count = 3): DigestEvent {
  return {
    kind: 'digest',
    title: `${count} alerts`,
    raisedAt: Date.parse('2026-03-01T10:01:00.000Z'),
    groupId: null,
    items: Array.from({ length: count }, (_, index) => ({
      alertId: `alert-${index}`,
      alertType: index === 0 ? ('ALERT_FAILURE' as const) : ('ALERT_RECOVERY' as const),
      title: `Check ${index} ${index === 0 ? 'is failing' : 'has recovered'}`,
      checkId: `check-${index}`,
      checkName: `Check ${index}`,
      raisedAt: Date.parse('2026-03-01T10:00:30.000Z'),
      link: `https://sonde.example.com/results/${index}`,
    })),
  }
}

export const someNotice: NoticeEvent = {
  kind: 'notice',
  title: 'Alert channel "Pager" takes nothing any more',
  text: 'Its last answer was 500.\nAlerts for it are lost until it works again.',
  link: 'https://sonde.example.com/accounts/a/alert-channels/1',
  raisedAt: Date.parse('2026-03-01T10:02:00.000Z'),
}
