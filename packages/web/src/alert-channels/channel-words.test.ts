import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { channelKindFacts } from '../../build/alerting-documents.ts'
import { channelTarget, channelTitle, countSubjects, sentKinds } from './channel-words.ts'

function kindOf(type: ChannelType) {
  const kind = channelKindFacts.find((each) => each.type === type)
  assert.ok(kind)
  return kind
}

suite('a channel is called', () => {
  test('by its name, with its target beside it', () => {
    const config = { name: 'Relay', url: 'https://relay.example.net/***abcd' }
    assert.equal(channelTitle(kindOf('WEBHOOK'), config), 'Relay')
    assert.equal(channelTarget(kindOf('WEBHOOK'), config), 'https://relay.example.net/***abcd')
  })

  test('by its target when it has no name', () => {
    assert.equal(
      channelTitle(kindOf('WEBHOOK'), { name: '', url: 'https://relay.example.net/' }),
      'https://relay.example.net/',
    )
    assert.equal(channelTitle(kindOf('SLACK_APP'), { slackChannels: ['#ops', '@nora'] }), '#ops, @nora')
  })

  test('by its type when nothing else is known', () => {
    assert.equal(channelTitle(kindOf('PAGERDUTY'), {}), 'PagerDuty')
  })
})

test('a channel that sends nothing says so', () => {
  assert.equal(sentKinds({ sendFailure: false, sendRecovery: false }), null)
  assert.equal(sentKinds({ sendFailure: true, sslExpiry: true }), 'failures, certificates')
})

test('subscriptions that rest are not counted', () => {
  const check = (activated: boolean) => ({ checkId: 'c', activated })
  assert.equal(countSubjects([]), '0 checks')
  assert.equal(countSubjects([check(true), check(false)]), '1 check')
  assert.equal(countSubjects([{ checkId: null, activated: true }]), '1 group')
})
