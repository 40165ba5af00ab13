import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import {
  AlertChannelParams,
  AlertChannelWrite,
  WrittenAlertChannel,
} from '@sonde/schema/alerts/alert-channel.ts'
import {
  type AlertChannelRow,
  findChannelForUpdate,
  updateChannel,
} from '@sonde/store/alerts/alert-channels.ts'
import { replaceChannelSubscriptions } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { auditedChannel } from './audited-channel.ts'
import { channelAnswer } from './channel-answer.ts'
import { columnsOf, requireMeans, requireSendable } from './channel-columns.ts'
import { requireSubjects } from './channel-subjects.ts'

export function updateAlertChannel(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/alert-channels/:id',
    {
      schema: {
        summary: 'Replace an alert channel',
        description:
          'What is left out gets its default, except the subscriptions, which stay. A secret that is sent back ' +
          'as it was shown stays too, unless the address moves to another host.',
        tags: ['Alert channels'],
        params: AlertChannelParams,
        body: AlertChannelWrite,
        response: answers({ 200: WrittenAlertChannel }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { body } = request
      const accountId = accountOf(request).id
      requireSendable(body.type, body.config)
      return await deps.store.write(async (db) => {
        const before = await findChannelForUpdate(db, { accountId, id: Number(request.params.id) })
        if (!before) throw notFound('alert channel')
        // What was made once may be changed, also after the operator has taken its means away.
        if (before.type !== body.type) requireMeans(body.type, deps)
        const shownBefore = await channelAnswer(db, before)
        const after: AlertChannelRow = {
          ...before,
          ...columnsOf(accountId, body, before, deps.store.sealer),
          // Grows with every accepted write, also when the clock does not.
          updatedAt: nextUpdatedAt(before, deps.clock.now()),
        }
        await updateChannel(db, after)
        if (body.subscriptions !== undefined) {
          const pathOf = (index: number) => `subscriptions.${index}.`
          const subjects = await requireSubjects(db, accountId, body.subscriptions, pathOf)
          await replaceChannelSubscriptions(db, after, subjects)
        }
        const shown = await channelAnswer(db, after)
        await recordDocument(db, actorOf(request, deps), 'ALERT_CHANNEL', {
          before: auditedChannel(shownBefore, before, deps.store.sealer),
          after: auditedChannel(shown, after, deps.store.sealer),
        })
        return shown
      })
    },
  )
}
