import { AlertChannelWrite, WrittenAlertChannel } from '@sonde/schema/alerts/alert-channel.ts'
import { countChannelsToAdd, insertChannel } from '@sonde/store/alerts/alert-channels.ts'
import { replaceChannelSubscriptions } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { type Refusal, limitReached } from '@sonde/actions/refusal.ts'
import { auditedChannel } from './audited-channel.ts'
import { channelAnswer } from './channel-answer.ts'
import { columnsOf, requireMeans, requireSendable } from './channel-columns.ts'
import { requireSubjects } from './channel-subjects.ts'

export function createAlertChannel(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/alert-channels',
    {
      schema: {
        summary: 'Create an alert channel',
        description:
          'The answer shows secrets masked, and so does every later one. A type that this server cannot send is refused.',
        tags: ['Alert channels'],
        body: AlertChannelWrite,
        response: answers({ 201: WrittenAlertChannel }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { body } = request
      const accountId = accountOf(request).id
      requireMeans(body.type, deps)
      requireSendable(body.type, body.config)
      const columns = columnsOf(accountId, body, null, deps.store.sealer)
      const { mostChannels } = deps.alerting
      const answer = await deps.store.write(async (db) => {
        const sent = body.subscriptions ?? []
        const subjects = await requireSubjects(db, accountId, sent, (index) => `subscriptions.${index}.`)
        if ((await countChannelsToAdd(db, accountId)) >= mostChannels) throw tooMany(mostChannels)
        const channel = await insertChannel(db, {
          accountId,
          ...columns,
          troubleSince: null,
          createdAt: deps.clock.now(),
          updatedAt: null,
        })
        if (subjects.length > 0) await replaceChannelSubscriptions(db, channel, subjects)
        const shown = await channelAnswer(db, channel)
        await recordDocument(db, actorOf(request, deps), 'ALERT_CHANNEL', {
          before: null,
          after: auditedChannel(shown, channel, deps.store.sealer),
        })
        return shown
      })
      return reply.code(201).send(answer)
    },
  )
}

function tooMany(mostChannels: number): Refusal {
  const message = `The account has ${mostChannels} alert channels, and may have no more (ALERT_CHANNELS_MAX)`
  return limitReached(message)
}
