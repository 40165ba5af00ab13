import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelTypes, type ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { createBudgets, isExemptFromBudget } from '../delivery/budgets.ts'
import { channels } from './registry.ts'

function typesWhere(holds: (type: ChannelType) => boolean): ChannelType[] {
  return channelTypes.filter(holds)
}

test('a problem waits for a digest except where a ticket is kept, and a recovery only where messages cost money', () => {
  assert.deepEqual(
    typesWhere((type) => isExemptFromBudget(type, false)),
    ['PAGERDUTY', 'OPSGENIE'],
  )
  assert.deepEqual(
    typesWhere((type) => !isExemptFromBudget(type, true)),
    ['SMS', 'CALL'],
  )
})

test('a phone has its own budget, every other channel that of the operator', () => {
  const budgetOf = createBudgets(60)
  assert.deepEqual(budgetOf('SMS'), { count: 10, windowMs: 600_000 })
  assert.deepEqual(budgetOf('CALL'), { count: 5, windowMs: 600_000 })
  const others = typesWhere((type) => type !== 'SMS' && type !== 'CALL')
  for (const type of others) assert.deepEqual(budgetOf(type), { count: 60, windowMs: 60_000 }, type)
})

test('every address and every Slack channel is a target, each once; of other channels the channel itself is', () => {
  assert.deepEqual(channels.EMAIL.targets({ address: ' a@x.test,b@x.test, ,a@x.test' }), [
    'a@x.test',
    'b@x.test',
  ])
  assert.deepEqual(channels.SLACK_APP.targets({ slackChannels: ['#ops', '@nora', '#ops'] }), [
    '#ops',
    '@nora',
  ])
  const others = typesWhere((type) => type !== 'EMAIL' && type !== 'SLACK_APP')
  for (const type of others) assert.deepEqual(channels[type].targets({}), [null], type)
})
