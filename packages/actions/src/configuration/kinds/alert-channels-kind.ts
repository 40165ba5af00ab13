import { isRecord } from '@sonde/ground/is-record.ts'
import { channels } from '@sonde/alerting/channels/registry.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { AlertChannelWrite } from '@sonde/schema/alerts/alert-channel.ts'
import { isChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { completeConfig } from '@sonde/schema/alerts/channels/channel-config.ts'
import {
  channelsOf,
  countChannels,
  insertChannels,
  lockChannels,
  type AlertChannelRow,
  updateChannels,
} from '@sonde/store/alerts/alert-channels.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { columnsOf, openConfig, requireSendable, switchesOf } from '../../alert-channels/channel-columns.ts'
import { maskConfig, restoreSecrets } from '../../alert-channels/channel-secrets.ts'
import type { ConfigurationKind, NewItem } from '../configuration-kind.ts'
import { textOf } from '../item-fields.ts'
import { namingNow } from '../naming.ts'
import { completeBy, validatorOf, mistakesOf } from './validate-items.ts'
import { openStored } from './open-stored.ts'
import { putBack } from './put-back.ts'

const validate = validatorOf(AlertChannelWrite)

/** Without their subscriptions: those stand with the checks and groups. */
export const alertChannelsKind: ConfigurationKind = {
  list: 'alertChannels',
  title: 'alert channel',
  entityType: 'ALERT_CHANNEL',
  ids: { type: 'number', table: 'alert_channels' },
  room: { most: ({ alerting }) => alerting.mostChannels, count: countChannels },
  nameOf({ type, config }) {
    const { name, address, channel, number, serviceName } = isRecord(config) ? config : {}
    const channelName = [name, address, channel, number, serviceName]
      .map(textOf)
      .find((text) => text !== null && text !== '')
    return channelName ?? textOf(type)
  },
  async read({ db, sealer, accountId }, ids) {
    const idFilter = ids === null ? null : new Set(ids)
    return (await channelsOf(db, accountId))
      .filter(({ id }) => idFilter === null || idFilter.has(id))
      .map((row) =>
        openStored(sealer, row, (opener) => ({
          type: row.type,
          config: openConfig(row, opener),
          ...switchesOf(row),
        })),
      )
  },
  withoutSecrets(item) {
    const { type, config } = channelIn(item)
    return { ...item, config: maskConfig(type, config) }
  },
  restoreSecrets(item, stored, warn) {
    const { type } = item
    if (!isChannelType(type) || !isRecord(item['config'])) return { item }
    const before = stored === null || stored['type'] !== type ? null : channelIn(stored)
    const { config, mistakes } = restoreSecrets(type, completeConfig(type, item['config']), before)
    const unknown = mistakes.filter(({ path }) => !putBack(config, before?.config ?? {}, path))
    for (const { path } of unknown) {
      warn(path, 'is masked in this file and not stored here: the channel is skipped. Create it by hand')
    }
    return unknown.length > 0 ? 'impossible' : { item: { ...item, config } }
  },
  mapReferences: (item) => item,
  validate(item) {
    const violations = validate(item)
    if (item['subscriptions'] !== undefined) {
      violations.push({
        path: 'subscriptions',
        message: 'are listed with the checks and groups in this file',
      })
    }
    if (violations.length > 0) return violations
    const { type, config } = channelIn(item)
    return mistakesOf(() => requireSendable(type, config), 'config')
  },
  complete(item) {
    const { subscriptions: _elsewhere, ...complete } = completeBy(AlertChannelWrite, item)
    const { type, config } = channelIn(item)
    return { ...complete, config: completeConfig(type, config) }
  },
  async compareWithOthers(_db, plannedItems, { warn, deps }) {
    for (const { path, name, item, stored } of plannedItems) {
      const missing = channels[channelIn(item).type].missingSettings(deps.alerting)
      if (stored === null && missing !== null) {
        warn(`${path}.type`, name, `cannot be sent by this server until its operator sets ${missing}`)
      }
    }
  },
  async insertAll({ db, deps, actor: { accountId } }, items) {
    await insertChannels(
      db,
      items.map((each) => ({ id: Number(each.id), ...newRow(accountId, each, deps.store.sealer) })),
    )
  },
  async updateAll({ db, deps, actor: { accountId, at } }, changes) {
    const ids = changes.map(({ stored }) => Number(stored.id))
    const rows = new Map((await lockChannels(db, { accountId, ids })).map((row) => [row.id, row]))
    await updateChannels(
      db,
      changes.map(({ path, stored, item }) => {
        const before = rows.get(Number(stored.id))
        if (before === undefined) throw new Error(`the alert channel ${stored.id} is gone`)
        // Nothing of it is masked any more, and what it had need not be readable.
        const readable = stored.unreadable === undefined ? before : null
        return {
          ...before,
          ...namingNow(path, () => columnsOf(accountId, channelIn(item), readable, deps.store.sealer)),
          updatedAt: nextUpdatedAt(before, at),
        }
      }),
    )
  },
}

function newRow(
  accountId: string,
  { item, createdAt }: Pick<NewItem, 'item' | 'createdAt'>,
  sealer: Sealer,
): Omit<AlertChannelRow, 'id'> {
  const columns = columnsOf(accountId, channelIn(item), null, sealer)
  return { accountId, ...columns, troubleSince: null, createdAt, updatedAt: null }
}

/** The guarantee behind this cast: the item is valid by the schema, or comes from a stored channel. */
function channelIn(item: Readonly<Record<string, unknown>>): AlertChannelWrite {
  return item as AlertChannelWrite
}
