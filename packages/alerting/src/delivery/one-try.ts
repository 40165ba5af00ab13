import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { variableGroupOf } from '@sonde/schema/variables/variable-group.ts'
import { describeError } from '@sonde/store/engine/failures.ts'
import type { ClaimedNotification } from '@sonde/store/notifications/notification-claims.ts'
import { eventIn } from '@sonde/store/notifications/notification-columns.ts'
import { notificationSealContext } from '@sonde/store/notifications/notifications.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { usedVariables } from '../used-variables.ts'
import type { AlertSender, TryEnd } from './delivery.ts'

export type TryDeps = {
  sealer: Pick<Sealer, 'open'>
  sender: AlertSender
  /** Null when there is no such channel any more. */
  loadChannel(
    channelId: number,
  ): Promise<{ type: ChannelType; config: Readonly<Record<string, unknown>> } | null>
  /** What the settings of a channel may refer to. */
  variablesFor(subject: { accountId: string; groupId: number | null }): Promise<ReadonlyMap<string, string>>
}

/**
 * Sends a row once. Ends after `tryMs`, or a little later, whatever the sender does; `breakOff` ends it
 * without a verdict. Never throws: what goes wrong on our side is tried again like everything else.
 */
export async function tryOnce(
  claimed: ClaimedNotification,
  deps: TryDeps,
  { tryMs, breakOff }: { tryMs: number; breakOff: AbortSignal },
): Promise<TryEnd> {
  const cut = new AbortController()
  const cutNow = () => cut.abort()
  const timer = setTimeout(cutNow, tryMs)
  breakOff.addEventListener('abort', cutNow)
  if (breakOff.aborted) cutNow()
  // The sender has a moment to notice.
  const { promise: unheard, resolve: stopListening } = Promise.withResolvers<TryEnd>()
  let lastWord: NodeJS.Timeout | undefined
  cut.signal.addEventListener('abort', () => {
    lastWord = setTimeout(() => stopListening(cutShort()), tryMs / 10)
  })
  try {
    return await Promise.race([send(), unheard])
  } finally {
    clearTimeout(timer)
    clearTimeout(lastWord)
    breakOff.removeEventListener('abort', cutNow)
  }

  async function send(): Promise<TryEnd> {
    try {
      const { id, accountId, channelId, channelType, target, sealedEvent, tries } = claimed
      const event =
        sealedEvent === null
          ? claimed.event
          : eventIn(deps.sealer.open(sealedEvent, notificationSealContext(id)))
      const channel =
        channelId === null ? { type: channelType, config: {} } : await deps.loadChannel(channelId)
      if (channel === null) return { kind: 'channel-deleted', result: 'channel deleted' }
      const variables = await deps.variablesFor({ accountId, groupId: variableGroupOf(event) })
      if (cut.signal.aborted) return cutShort()
      const outcome = await deps.sender.send(
        {
          notificationId: id,
          channelType: channel.type,
          config: channel.config,
          target,
          event,
          variables,
          tryNumber: tries,
        },
        cut.signal,
      )
      if (outcome.kind === 'accepted') {
        return { ...outcome, usesVariables: await usesGroupVariables(channel.config, variables) }
      }
      return outcome.kind === 'try-again' && breakOff.aborted ? cutShort() : outcome
    } catch (error) {
      if (cut.signal.aborted) return cutShort()
      return { kind: 'try-again', result: describeError(error), retryAfterMs: null }
    }
  }

  /** Whether the message went where only its group sends: what the account says is the same for all. */
  async function usesGroupVariables(
    config: Readonly<Record<string, unknown>>,
    variables: ReadonlyMap<string, string>,
  ): Promise<boolean> {
    const used = usedVariables(config, variables)
    if (used.length === 0 || variableGroupOf(claimed.event) === null) return false
    const ofAccount = await deps.variablesFor({ accountId: claimed.accountId, groupId: null })
    return used.some(([name, value]) => ofAccount.get(name) !== value)
  }

  function cutShort(): TryEnd {
    return breakOff.aborted
      ? { kind: 'broken-off', result: 'cancelled: this server lost its claim on the notification' }
      : { kind: 'try-again', result: `no response within ${tryMs / 1_000} s`, retryAfterMs: null }
  }
}
